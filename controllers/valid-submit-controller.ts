import { Controller } from '@hotwired/stimulus'

/** A form's button can be pressed once everything that the form asks for is there. */
export default class extends Controller<HTMLFormElement> {
  static override targets = ['submit']
  declare readonly submitTarget: HTMLButtonElement

  override connect() {
    this.look()
  }

  override disconnect() {
    this.submitTarget.disabled = false
  }

  look() {
    this.submitTarget.disabled = !this.element.checkValidity()
  }
}
