import { Controller } from '@hotwired/stimulus'

export default class extends Controller<HTMLFormElement> {
  static override targets = ['submit']
  declare readonly submitTarget: HTMLButtonElement

  override connect() {
    this.update()
  }

  override disconnect() {
    this.submitTarget.disabled = false
  }

  update() {
    this.submitTarget.disabled = !this.element.checkValidity()
  }
}
