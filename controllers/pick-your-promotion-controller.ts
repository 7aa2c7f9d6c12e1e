import { Controller } from '@hotwired/stimulus'

/**
 * One of several gifts (BEH-9): the button that takes it names what was picked anew, and tells so as
 * `pick-your-promotion:picked`. What is picked stands in the radio buttons alone, so a page that comes back, or that news
 * were worked into, says what they say.
 */
export default class extends Controller<HTMLElement> {
  static override targets = ['gift', 'take']
  static override values = { plain: String }
  declare readonly giftTargets: HTMLInputElement[]
  declare readonly takeTargets: HTMLButtonElement[]
  /** What the button says while nothing is picked, or what the box has already. */
  declare readonly plainValue: string

  override connect() {
    this.say()
  }

  override disconnect() {
    this.#name(this.plainValue)
  }

  pick() {
    this.say()
    const { value = '', dataset = {} } = this.#picked ?? {}
    this.dispatch('picked', { detail: { bid_item_token: value, name: dataset.name ?? '' } })
  }

  say() {
    const picked = this.#picked
    this.#name(picked && !picked.defaultChecked ? `Take ${picked.dataset.name}` : this.plainValue)
  }

  #name(words: string) {
    for (const button of this.takeTargets) button.textContent = words
  }

  get #picked() {
    return this.giftTargets.find((gift) => gift.checked && !gift.disabled)
  }
}
