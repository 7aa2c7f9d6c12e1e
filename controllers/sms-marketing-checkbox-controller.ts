import { Controller } from '@hotwired/stimulus'

/** The number to text to, which the sheet shows once the box is ticked, is needed then, and not sent else (BEH-12). */
export default class extends Controller<HTMLElement> {
  static override targets = ['box', 'phone']
  declare readonly boxTarget: HTMLInputElement
  declare readonly phoneTarget: HTMLInputElement

  /** Nobody agrees by a tick that the browser kept: it is given anew. */
  override connect() {
    this.boxTarget.checked = false
    this.turn()
  }

  turn() {
    const { checked } = this.boxTarget
    this.phoneTarget.required = checked
    this.phoneTarget.disabled = !checked
  }
}
