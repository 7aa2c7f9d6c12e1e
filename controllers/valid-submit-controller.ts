import { Controller } from '@hotwired/stimulus'

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
