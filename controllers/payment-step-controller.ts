import { Controller } from '@hotwired/stimulus'
import { renewPart, thisPageNow } from './support/refresh-page.ts'

/** What of the page says how much there is to pay. */
const PARTS = ['checkout_summary', 'payment_total', 'payment_words']

/** Keeps the payment step in step with the order, whoever changed it; what was entered of a card stays. */
export default class extends Controller<HTMLElement> {
  static override values = { flow: String }
  declare readonly flowValue: string

  #asked = 0

  async renew(event: Event) {
    event.preventDefault() // the summary is renewed with all the rest
    const turn = ++this.#asked
    const page = await thisPageNow()
    if (page === null || turn !== this.#asked || !this.element.isConnected) return
    if (page === 'elsewhere' || !this.#isPaidAlike(page)) return window.location.reload()
    for (const part of PARTS) renewPart(page, part)
  }

  /** Brought back from the browser's memory the page may show what has long been bought. */
  comeBack({ persisted }: PageTransitionEvent) {
    if (persisted) window.location.reload()
  }

  /** A card or none, for this box or for the later ones as well: each has a form of its own. */
  #isPaidAlike(page: Document): boolean {
    const form = page.getElementById(this.element.id)
    return form?.dataset.paymentStepFlowValue === this.flowValue
  }
}
