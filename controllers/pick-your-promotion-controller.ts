import { Controller } from '@hotwired/stimulus'

/** A choice of gifts (BEH-9). The radio buttons are the only state, so a restored or morphed page stays right. */
export default class extends Controller<HTMLElement> {
  static override targets = ['gift', 'take']
  static override values = { plain: String }
  declare readonly giftTargets: HTMLInputElement[]
  declare readonly takeTargets: HTMLButtonElement[]
  /** The button's text while nothing new is picked. */
  declare readonly plainValue: string

  override connect() {
    this.updateLabel()
  }

  override disconnect() {
    this.#setLabel(this.plainValue)
  }

  pick() {
    this.updateLabel()
    const { value = '', dataset = {} } = this.#picked ?? {}
    this.dispatch('picked', { detail: { bid_item_token: value, name: dataset.name ?? '' } })
  }

  updateLabel() {
    const picked = this.#picked
    this.#setLabel(picked && !picked.defaultChecked ? `Take ${picked.dataset.name}` : this.plainValue)
  }

  #setLabel(label: string) {
    for (const button of this.takeTargets) button.textContent = label
  }

  get #picked() {
    return this.giftTargets.find((gift) => gift.checked && !gift.disabled)
  }
}
