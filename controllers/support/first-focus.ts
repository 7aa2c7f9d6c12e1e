/** Where the focus goes when a modal opens, best first (MOD-1). */
const FOCUS_ORDER = ['[data-modal-focus]', 'input:not([type=hidden]), select, textarea', 'a[href]', 'button']

export function firstFocus(modal: HTMLElement): HTMLElement {
  for (const selector of FOCUS_ORDER) {
    const first = [...modal.querySelectorAll<HTMLElement>(selector)].find(
      (candidate) => candidate.checkVisibility() && !candidate.matches(':disabled'),
    )
    if (first) return first
  }
  return modal
}
