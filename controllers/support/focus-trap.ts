/** What may take the focus when a modal opens, the best first. Inputs of any kind count as such. */
const ORDER = ['[data-modal-focus]', 'input:not([type=hidden]), select, textarea', 'a[href]', 'button']

const LEAST_ID = 100_000
const IDS = 900_000

/** The focus, held within an element under a number of six digits. */
export type HeldFocus = { id: string; release(): void }

/**
 * What holds the focus within a modal dialog; its script is fetched on first use. Where it cannot be had, the dialog
 * keeps what is behind it out of reach all the same.
 */
export async function focusHolder(): Promise<(modal: HTMLElement) => HeldFocus> {
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
    return { id: sixDigits(), release: () => void trap?.deactivate() }
  }
}

/** The element marked for it, else the first input, link or button in sight, else the modal itself. */
export function firstFocus(modal: HTMLElement): HTMLElement {
  for (const kind of ORDER) {
    const first = [...modal.querySelectorAll<HTMLElement>(kind)].find(
      (one) => one.checkVisibility() && !one.matches(':disabled'),
    )
    if (first) return first
  }
  return modal
}

function sixDigits(): string {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  return String(LEAST_ID + (number % IDS))
}
