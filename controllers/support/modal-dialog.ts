import { type FocusTrap, firstFocus, loadFocusTrap } from './focus-trap.ts'

/** A dialog with its ARIA state, its focus trap, and its events, which carry the modal's name. */
export class ModalDialog {
  #element: HTMLDialogElement
  #trap: FocusTrap | null = null
  #name = ''

  constructor(element: HTMLDialogElement) {
    this.#element = element
    element.setAttribute('aria-hidden', 'true')
  }

  get isOpen(): boolean {
    return this.#trap !== null
  }

  get contents(): HTMLElement | null {
    return this.#element.querySelector<HTMLElement>('[data-modal-name]')
  }

  /** `isCurrent` is asked after the focus trap has loaded, when the request may have been dropped. */
  async open(isCurrent: () => boolean) {
    const createTrap = await loadFocusTrap()
    if (!isCurrent()) return
    if (this.isOpen) this.dispatch('modal_closed')
    this.#name = this.contents?.dataset.modalName ?? ''
    this.#element.classList.add('is-active')
    this.#element.setAttribute('aria-hidden', 'false')
    this.#element.setAttribute('aria-labelledby', 'modal_title')
    if (this.isOpen) firstFocus(this.#element).focus()
    else this.#show(createTrap)
    this.dispatch('modal_shown')
  }

  close() {
    if (!this.#trap) return
    const dialog = this.#element
    this.#trap.release()
    this.#trap = null
    delete dialog.dataset.focusTrapId
    dialog.removeAttribute('aria-labelledby')
    dialog.setAttribute('aria-hidden', 'true')
    dialog.classList.remove('is-active')
    if (dialog.open) dialog.close()
    this.dispatch('modal_closed')
  }

  dispatch(event: 'modal_shown' | 'modal_submit' | 'modal_closed') {
    const detail = { name: this.#name }
    this.#element.dispatchEvent(new CustomEvent(event, { bubbles: true, detail }))
  }

  #show(createTrap: (modal: HTMLElement) => FocusTrap) {
    this.#element.inert = false // an open menu or drawer makes everything around it inert
    this.#element.showModal()
    this.#trap = createTrap(this.#element)
    this.#element.dataset.focusTrapId = this.#trap.id
  }
}
