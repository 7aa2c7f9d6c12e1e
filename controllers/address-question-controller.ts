import { Controller } from '@hotwired/stimulus'
import { closeModal, requestModal } from './support/requested-modal.ts'

/**
 * What an address brought up is asked in the page's modal, over whatever was asked before; without one, where it
 * stands. Once it is shown, its event is told, if it has one.
 */
export default class extends Controller<HTMLElement> {
  static override targets = ['question']
  static override values = { event: String }
  declare readonly questionTarget: HTMLTemplateElement
  declare readonly eventValue: string

  #name = ''

  override connect() {
    const contents = document.importNode(this.questionTarget.content, true)
    this.#name = contents.querySelector<HTMLElement>('[data-modal-name]')?.dataset.modalName ?? ''
    const opener = document.querySelector<HTMLElement>('#delivery_form .checkout-form__submit')
    closeModal()
    requestModal({ wanted: { contents }, opener, otherwise: () => this.element.append(contents) })
  }

  override disconnect() {
    closeModal()
  }

  tell(event: CustomEvent<{ name: string }>) {
    if (this.eventValue === '' || event.detail.name !== this.#name) return
    document.dispatchEvent(new CustomEvent(this.eventValue, { detail: { name: this.#name } }))
  }
}
