type Swipe = {
  to: 'left' | 'right'
  /** From so many pixels on it counts. */
  px: number
}

/** Acts once a finger or a pen was drawn over the element that way, and more that way than up or down. */
export function onSwipe(element: HTMLElement, { to, px }: Swipe, act: () => void, signal: AbortSignal) {
  let began: PointerEvent | null = null

  const begin = (event: PointerEvent) => {
    began = event.pointerType === 'mouse' || !event.isPrimary ? null : event
  }
  const end = (event: PointerEvent) => {
    if (!began || event.pointerId !== began.pointerId) return
    const [across, down] = [event.clientX - began.clientX, event.clientY - began.clientY]
    began = null
    const way = to === 'right' ? across : -across
    if (way >= px && way > Math.abs(down)) act()
  }
  const giveUp = () => {
    began = null
  }

  element.addEventListener('pointerdown', begin, { signal })
  element.addEventListener('pointerup', end, { signal })
  element.addEventListener('pointercancel', giveUp, { signal })
}
