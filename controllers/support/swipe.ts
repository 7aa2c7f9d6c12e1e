type Swipe = { to: 'left' | 'right'; px: number }

/** By touch or pen, and more horizontal than vertical. */
export function onSwipe(element: HTMLElement, { to, px }: Swipe, act: () => void, signal: AbortSignal) {
  let start: PointerEvent | null = null

  const begin = (event: PointerEvent) => {
    start = event.pointerType === 'mouse' || !event.isPrimary ? null : event
  }
  const end = (event: PointerEvent) => {
    if (!start || event.pointerId !== start.pointerId) return
    const [dx, dy] = [event.clientX - start.clientX, event.clientY - start.clientY]
    start = null
    const distance = to === 'right' ? dx : -dx
    if (distance >= px && distance > Math.abs(dy)) act()
  }
  const cancel = () => {
    start = null
  }

  element.addEventListener('pointerdown', begin, { signal })
  element.addEventListener('pointerup', end, { signal })
  element.addEventListener('pointercancel', cancel, { signal })
}
