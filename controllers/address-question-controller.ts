import { Controller } from '@hotwired/stimulus'
import { closeModal, requestModal } from './support/requested-modal.ts'

/** Asks about the address in the page's modal, or inline without one, then dispatches `event`, if it is set. */
export default class extends Controller<HTMLElement> {
  static override targets = ['question']
  static override values = { event: String }
  declare readonly questionTarget: HTMLTemplateElement
  declare readonly eventValue: string

  #name = ''

  override connect() {
    const fragment = document.importNode(this.questionTarget.content, true)
    this.#name = fragment.querySelector<HTMLElement>('[data-modal-name]')?.dataset.modalName ?? ''
    const opener = document.querySelector<HTMLElement>('#delivery_form .checkout-form__submit')
    closeModal()
    requestModal({ content: { fragment }, opener, fallBack: () => this.element.append(fragment) })
  }

  override disconnect() {
    closeModal()
  }

  announceShown(event: CustomEvent<{ name: string }>) {
    if (this.eventValue === '' || event.detail.name !== this.#name) return
    document.dispatchEvent(new CustomEvent(this.eventValue, { detail: { name: this.#name } }))
  }
}
