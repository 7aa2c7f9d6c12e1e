import { Controller } from '@hotwired/stimulus'
import { visit } from '@hotwired/turbo'

/** Says how many orders are new since the list was shown. */
export default class extends Controller<HTMLElement> {
  static override targets = ['words']
  static override values = { shown: Number }
  declare readonly shownValue: number

  wordsTargetConnected(words: HTMLElement) {
    const added = Number(words.dataset.boxes) - this.shownValue
    if (added > 0) words.textContent = added === 1 ? '1 new order.' : `${added} new orders.`
  }

  show() {
    visit(location.href, { action: 'replace' })
  }
}
