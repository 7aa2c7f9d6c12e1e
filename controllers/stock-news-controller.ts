import { Controller } from '@hotwired/stimulus'

/** Passes a variety's stock to the island beside it, on page load and whenever a stream replaces this element. */
export default class extends Controller<HTMLElement> {
  static override values = { facts: Object }
  declare readonly factsValue: object

  override connect() {
    this.dispatch('stock-changed', { prefix: '', detail: this.factsValue })
  }
}
