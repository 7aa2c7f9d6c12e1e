import { Controller } from '@hotwired/stimulus'
import { billingZipProblem } from '#src/payments/rules.ts'

/** Asks where the bill goes when it does not go where the box goes, and says at once what is wrong with its zip code. */
export default class extends Controller<HTMLElement> {
  static override targets = ['same', 'fields', 'zip', 'problem']
  declare readonly sameTarget: HTMLInputElement
  declare readonly fieldsTarget: HTMLFieldSetElement
  declare readonly zipTarget: HTMLInputElement
  declare readonly problemTarget: HTMLElement

  override connect() {
    this.show()
    this.judge()
  }

  show() {
    const isSame = this.sameTarget.checked
    this.fieldsTarget.hidden = isSame
    this.fieldsTarget.disabled = isSame
  }

  /** A mended field loses its sentence while it is typed; a wrong one gets it when it is left. */
  judge() {
    const problem = billingZipProblem(this.zipTarget.value)
    this.zipTarget.setCustomValidity(problem ?? '')
    if (!problem) this.#say('')
  }

  tell() {
    this.#say(this.zipTarget.validationMessage)
  }

  #say(sentence: string) {
    this.problemTarget.textContent = sentence
    const said = { 'aria-invalid': 'true', 'aria-describedby': this.problemTarget.id }
    for (const [name, value] of Object.entries(said)) {
      if (sentence) this.zipTarget.setAttribute(name, value)
      else this.zipTarget.removeAttribute(name)
    }
  }
}
