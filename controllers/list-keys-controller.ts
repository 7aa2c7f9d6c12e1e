import { Controller } from '@hotwired/stimulus'

const STORED = 'list-keys'

/**
 * Keys of a list with checkboxes: j and k move from row to row, x selects, Shift-x a range, Enter opens the row's link.
 * Any other key presses the control that has it in `aria-keyshortcuts`. A clerk can turn them off.
 */
export default class extends Controller<HTMLElement> {
  static override targets = ['row', 'switch']
  declare readonly rowTargets: HTMLInputElement[]
  declare readonly switchTarget: HTMLInputElement

  override connect() {
    this.switchTarget.checked = localStorage.getItem(STORED) !== 'off'
  }

  keep() {
    localStorage.setItem(STORED, this.switchTarget.checked ? 'on' : 'off')
  }

  press(event: KeyboardEvent) {
    if (!this.switchTarget.checked || event.defaultPrevented || !isFree(event)) return
    const done = this.#move(event) || this.#choose(event) || pressControl(event.key)
    if (done) event.preventDefault()
  }

  #move({ key }: KeyboardEvent): boolean {
    const step = { j: 1, k: -1 }[key]
    if (!step || this.rowTargets.length === 0) return false
    const at = this.#current
    const next = at === -1 && step < 0 ? 0 : Math.min(this.rowTargets.length - 1, Math.max(0, at + step))
    this.rowTargets[next]?.focus()
    this.rowTargets[next]?.scrollIntoView({ block: 'nearest' })
    return true
  }

  #choose({ key, shiftKey, target }: KeyboardEvent): boolean {
    const row = this.rowTargets[this.#current]
    if (!row) return false
    if (key.toLowerCase() === 'x') return row.dispatchEvent(clickWith(shiftKey)) || true
    const link = row.closest('tr')?.querySelector<HTMLElement>('a[href]')
    if (key !== 'Enter' || target !== row || !link) return false
    link.click()
    return true
  }

  get #current(): number {
    return this.rowTargets.indexOf(document.activeElement as HTMLInputElement)
  }
}

const clickWith = (shiftKey: boolean) =>
  new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey })

/** While somebody types, a dialog is open, or the browser has a use for the key, it's not ours. */
function isFree({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || document.querySelector('dialog[open]')) return false
  return !(
    target instanceof HTMLElement &&
    target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')
  )
}

function pressControl(key: string): boolean {
  const control = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${CSS.escape(key)}"]`)
  if (!control) return false
  if (control instanceof HTMLInputElement) control.focus()
  else control.click()
  return true
}
