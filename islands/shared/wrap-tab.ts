const TAB_STOPS = 'a[href], button, input, select, textarea, summary, [tabindex]'

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'preventDefault'>

/** Tab cycles within `element`. Even a modal `<dialog>` would let it leave for the browser's own buttons. */
export function wrapTab(element: HTMLElement, event: KeyPress) {
  if (event.key !== 'Tab') return
  const stops = tabStops(element)
  const [end, other] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
  const { activeElement } = document
  const isBeforeFirst = event.shiftKey && activeElement === element
  if (end && activeElement !== end && !isBeforeFirst) return
  event.preventDefault()
  other?.focus()
}

/** The visible controls of an element, in the order of Tab. */
export const tabStops = (element: HTMLElement | null) =>
  [...(element?.querySelectorAll<HTMLElement>(TAB_STOPS) ?? [])].filter(
    (item) => item.tabIndex >= 0 && !item.matches(':disabled') && item.getClientRects().length > 0,
  )
