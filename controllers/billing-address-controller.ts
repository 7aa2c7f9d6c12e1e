import { Controller } from '@hotwired/stimulus'
import { billingZipProblem } from '#src/payments/rules.ts'

/** Shows the billing address when it differs from the delivery address, and checks its ZIP as it is typed. */
export default class extends Controller<HTMLElement> {
  static override targets = ['same', 'fields', 'zip', 'problem']
  declare readonly sameTarget: HTMLInputElement
  declare readonly fieldsTarget: HTMLFieldSetElement
  declare readonly zipTarget: HTMLInputElement
  declare readonly problemTarget: HTMLElement

  override connect() {
    this.show()
    this.validate()
  }

  show() {
    const isSame = this.sameTarget.checked
    this.fieldsTarget.hidden = isSame
    this.fieldsTarget.disabled = isSame
  }

  /** Clears the message as soon as the ZIP is valid; a wrong ZIP shows it only on blur (`tell`). */
  validate() {
    const problem = billingZipProblem(this.zipTarget.value)
    this.zipTarget.setCustomValidity(problem ?? '')
    if (!problem) this.#showProblem('')
  }

  tell() {
    this.#showProblem(this.zipTarget.validationMessage)
  }

  #showProblem(message: string) {
    this.problemTarget.textContent = message
    const attributes = { 'aria-invalid': 'true', 'aria-describedby': this.problemTarget.id }
    for (const [name, value] of Object.entries(attributes)) {
      if (message) this.zipTarget.setAttribute(name, value)
      else this.zipTarget.removeAttribute(name)
    }
  }
}
