import { Controller } from '@hotwired/stimulus'
import { fetchCurrentPage, replacePart } from './support/refresh-page.ts'

const PARTS = ['checkout_summary', 'payment_address', 'payment_arrival', 'payment_total', 'payment_words']

/** Redraws the totals when the order changes, but not the card field. */
export default class extends Controller<HTMLElement> {
  static override values = { flow: String }
  declare readonly flowValue: string

  #requests = 0

  async renew(event: Event) {
    event.preventDefault() // the summary is one of the parts
    const request = ++this.#requests
    const page = await fetchCurrentPage()
    if (page === null || request !== this.#requests || !this.element.isConnected) return
    if (page === 'redirected' || !this.#hasSameFlow(page)) return window.location.reload()
    for (const part of PARTS) replacePart(page, part)
  }

  /** A page from the back/forward cache may show an order that has been paid since. */
  reloadIfRestored({ persisted }: PageTransitionEvent) {
    if (persisted) window.location.reload()
  }

  /** Each payment flow (with or without a card, recurring or not) has its own form. */
  #hasSameFlow(page: Document): boolean {
    const form = page.getElementById(this.element.id)
    return form?.dataset.paymentStepFlowValue === this.flowValue
  }
}
