import { newTrapId } from '#islands/shared/trap-id.ts'

/** Where the focus goes when a modal opens, best first (MOD-1). */
const FOCUS_ORDER = ['[data-modal-focus]', 'input:not([type=hidden]), select, textarea', 'a[href]', 'button']

export type FocusTrap = { id: string; release(): void }

/** If the library does not load, a modal `<dialog>` still makes the page behind it inert. */
export async function loadFocusTrap(): Promise<(modal: HTMLElement) => FocusTrap> {
  const library = await import('focus-trap').catch(() => null)
  return (modal) => {
    const trap = library?.createFocusTrap(modal, {
      initialFocus: () => firstFocus(modal),
      fallbackFocus: modal,
      delayInitialFocus: false,
      returnFocusOnDeactivate: false,
      escapeDeactivates: false,
      allowOutsideClick: true,
    })
    if (trap) trap.activate()
    else firstFocus(modal).focus()
    return { id: newTrapId(), release: () => void trap?.deactivate() }
  }
}

export function firstFocus(modal: HTMLElement): HTMLElement {
  for (const selector of FOCUS_ORDER) {
    const first = [...modal.querySelectorAll<HTMLElement>(selector)].find(
      (candidate) => candidate.checkVisibility() && !candidate.matches(':disabled'),
    )
    if (first) return first
  }
  return modal
}
