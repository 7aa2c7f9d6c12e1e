import { Controller } from '@hotwired/stimulus'

/** The phone number is required while the box is checked, and otherwise not sent (BEH-12). CSS shows and hides it. */
export default class extends Controller<HTMLElement> {
  static override targets = ['box', 'phone']
  declare readonly boxTarget: HTMLInputElement
  declare readonly phoneTarget: HTMLInputElement

  /** A checkmark restored by the browser is not consent, so it is cleared. */
  override connect() {
    this.boxTarget.checked = false
    this.update()
  }

  update() {
    const { checked } = this.boxTarget
    this.phoneTarget.required = checked
    this.phoneTarget.disabled = !checked
  }
}
