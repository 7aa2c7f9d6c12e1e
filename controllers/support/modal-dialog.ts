import { newTrapId } from '#islands/shared/trap-id.ts'
import { wrapTab } from '#islands/shared/wrap-tab.ts'
import { firstFocus } from './first-focus.ts'

/** A dialog with its ARIA state, its focus trap, and its events, which carry the modal's name. */
export class ModalDialog {
  #element: HTMLDialogElement
  /** Ours, since the browser may already have closed the element. */
  #isOpen = false
  #name = ''

  constructor(element: HTMLDialogElement) {
    this.#element = element
    element.setAttribute('aria-hidden', 'true')
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  get contents(): HTMLElement | null {
    return this.#element.querySelector<HTMLElement>('[data-modal-name]')
  }

  open() {
    if (this.#isOpen) this.dispatch('modal_closed')
    this.#name = this.contents?.dataset.modalName ?? ''
    this.#element.classList.add('is-active')
    this.#element.setAttribute('aria-hidden', 'false')
    this.#element.setAttribute('aria-labelledby', 'modal_title')
    if (!this.#isOpen) this.#show()
    firstFocus(this.#element).focus()
    this.dispatch('modal_shown')
  }

  close() {
    if (!this.#isOpen) return
    const dialog = this.#element
    this.#isOpen = false
    dialog.removeEventListener('keydown', this.#wrap)
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

  #show() {
    this.#element.inert = false // an open menu or drawer makes everything around it inert
    this.#element.showModal()
    this.#element.addEventListener('keydown', this.#wrap)
    this.#element.dataset.focusTrapId = newTrapId()
    this.#isOpen = true
  }

  #wrap = (event: KeyboardEvent) => wrapTab(this.#element, event)
}
