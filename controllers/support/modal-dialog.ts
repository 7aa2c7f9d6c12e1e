import { firstFocus, focusHolder, type HeldFocus } from './focus-trap.ts'

/**
 * A dialog as it opens and closes: what readers and styles see of it, who has the focus, and what it tells, with the
 * name of what is in it.
 */
export class ModalDialog {
  #element: HTMLDialogElement
  #held: HeldFocus | null = null
  #name = ''

  constructor(element: HTMLDialogElement) {
    this.#element = element
    element.setAttribute('aria-hidden', 'true')
  }

  get isOpen(): boolean {
    return this.#held !== null
  }

  /** What stands in it, if it is something for a modal. */
  get contents(): HTMLElement | null {
    return this.#element.querySelector<HTMLElement>('[data-modal-name]')
  }

  /** Opens with what stands in it, once the focus can be held; `isWanted` is asked then, for it may have been given up. */
  async open(isWanted: () => boolean) {
    const hold = await focusHolder()
    if (!isWanted()) return
    if (this.isOpen) this.tell('modal_closed') // one leads on to the next
    this.#name = this.contents?.dataset.modalName ?? ''
    this.#element.classList.add('is-active')
    this.#element.setAttribute('aria-hidden', 'false')
    this.#element.setAttribute('aria-labelledby', 'modal_title')
    if (this.isOpen) firstFocus(this.#element).focus()
    else this.#show(hold)
    this.tell('modal_shown')
  }

  close() {
    if (!this.#held) return
    const dialog = this.#element
    this.#held.release()
    this.#held = null
    delete dialog.dataset.focusTrapId
    dialog.removeAttribute('aria-labelledby')
    dialog.setAttribute('aria-hidden', 'true')
    dialog.classList.remove('is-active')
    if (dialog.open) dialog.close()
    this.tell('modal_closed')
  }

  tell(event: 'modal_shown' | 'modal_submit' | 'modal_closed') {
    const detail = { name: this.#name }
    this.#element.dispatchEvent(new CustomEvent(event, { bubbles: true, detail }))
  }

  #show(hold: (modal: HTMLElement) => HeldFocus) {
    this.#element.inert = false // it may have been shut off by what it opens over
    this.#element.showModal()
    this.#held = hold(this.#element)
    this.#element.dataset.focusTrapId = this.#held.id
  }
}
