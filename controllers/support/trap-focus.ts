import { tabStops, wrapTab } from '#islands/shared/wrap-tab.ts'

/** Makes `element` a modal dialog called `name`: the rest of the page is inert, and Tab wraps. @returns the undo */
export function trapFocus(element: HTMLElement, name: string): () => void {
  const disabled = outside(element).filter((other) => !other.inert)
  for (const other of disabled) other.inert = true
  const attributes = Object.entries({ role: 'dialog', 'aria-modal': 'true', 'aria-label': name })
  for (const [attribute, value] of attributes) element.setAttribute(attribute, value)
  const wrap = (event: KeyboardEvent) => wrapTab(element, event)
  element.addEventListener('keydown', wrap)
  if (!element.contains(document.activeElement)) tabStops(element)[0]?.focus()

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
