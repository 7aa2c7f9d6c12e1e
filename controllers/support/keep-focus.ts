const FOCUSABLE = 'a[href], button, input, select, textarea'

/**
 * Makes a dialog of `element`, under `name`: it takes the focus and keeps it, for all around it is out of reach, and Tab
 * goes round within.
 * @returns what lets go of it again
 */
export function keepFocusIn(element: HTMLElement, name: string): () => void {
  const shut = around(element).filter((other) => !other.inert)
  for (const other of shut) other.inert = true
  const said = Object.entries({ role: 'dialog', 'aria-modal': 'true', 'aria-label': name })
  for (const [attribute, value] of said) element.setAttribute(attribute, value)
  const goRound = (event: KeyboardEvent) => turnAtTheEnds(element, event)
  element.addEventListener('keydown', goRound)
  if (!element.contains(document.activeElement)) focusable(element)[0]?.focus()

  return () => {
    element.removeEventListener('keydown', goRound)
    for (const [attribute] of said) element.removeAttribute(attribute)
    for (const other of shut) other.inert = false
  }
}

/** What lies beside the element and beside everything that holds it. */
function around(element: HTMLElement): HTMLElement[] {
  const beside: HTMLElement[] = []
  for (let inner = element; inner !== document.body && inner.parentElement; inner = inner.parentElement) {
    for (const other of inner.parentElement.children) {
      if (other !== inner && other instanceof HTMLElement) beside.push(other)
    }
  }
  return beside
}

function turnAtTheEnds(element: HTMLElement, event: KeyboardEvent) {
  if (event.key !== 'Tab') return
  const all = focusable(element)
  const [end, other] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]]
  if (document.activeElement !== end) return
  event.preventDefault()
  other?.focus()
}

const focusable = (element: HTMLElement) =>
  [...element.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((one) => one.getClientRects().length > 0)
