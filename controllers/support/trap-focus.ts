const FOCUSABLE = 'a[href], button, input, select, textarea'

/** Makes `element` a modal dialog called `name`: the rest of the page is inert, and Tab wraps. @returns the undo */
export function trapFocus(element: HTMLElement, name: string): () => void {
  const disabled = outside(element).filter((other) => !other.inert)
  for (const other of disabled) other.inert = true
  const attributes = Object.entries({ role: 'dialog', 'aria-modal': 'true', 'aria-label': name })
  for (const [attribute, value] of attributes) element.setAttribute(attribute, value)
  const wrap = (event: KeyboardEvent) => wrapTab(element, event)
  element.addEventListener('keydown', wrap)
  if (!element.contains(document.activeElement)) focusable(element)[0]?.focus()

  return () => {
    element.removeEventListener('keydown', wrap)
    for (const [attribute] of attributes) element.removeAttribute(attribute)
    for (const other of disabled) other.inert = false
  }
}

function outside(element: HTMLElement): HTMLElement[] {
  const siblings: HTMLElement[] = []
  for (let inner = element; inner !== document.body && inner.parentElement; inner = inner.parentElement) {
    for (const other of inner.parentElement.children) {
      if (other !== inner && other instanceof HTMLElement) siblings.push(other)
    }
  }
  return siblings
}

function wrapTab(element: HTMLElement, event: KeyboardEvent) {
  if (event.key !== 'Tab') return
  const all = focusable(element)
  const [end, other] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]]
  if (document.activeElement !== end) return
  event.preventDefault()
  other?.focus()
}

/** The visible controls of an element, in the order of Tab. */
export const focusable = (element: HTMLElement | null) =>
  [...(element?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].filter(
    (item) => item.getClientRects().length > 0,
  )
