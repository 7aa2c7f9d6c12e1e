import { Controller } from '@hotwired/stimulus'

/** Tells the island beside it how a variety's stock stands: with the page, and whenever a stream replaces it. */
export default class extends Controller<HTMLElement> {
  static override values = { facts: Object }
  declare readonly factsValue: object

  override connect() {
    this.dispatch('stock-changed', { prefix: '', detail: this.factsValue })
  }
}
