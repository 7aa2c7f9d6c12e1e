import { Controller } from '@hotwired/stimulus'
import { reasonOf } from '#src/reason.ts'
import { pageToken } from './support/page-token.ts'
import { purchaseOf } from './support/purchase.ts'
import { readCountedOrders, writeCountedOrders } from './support/transaction-ids.ts'

/** Counts a purchase once (ORD-3), unless the shop or this browser has counted it, and notifies the shop. */
export default class extends Controller<HTMLElement> {
  static override targets = ['order']
  static override values = { url: String }
  declare readonly orderTarget: HTMLElement
  declare readonly urlValue: string

  override connect() {
    if (document.documentElement.hasAttribute('data-turbo-preview')) return
    const order = JSON.parse(this.orderTarget.textContent ?? '')
    if (order.logged_google_analytics_conversion_at) return
    const counted = reportingErrors(readCountedOrders) ?? []
    if (!counted.includes(order.token)) {
      push(purchaseOf(order))
      reportingErrors(() => writeCountedOrders([...counted, order.token]))
    }
    void this.#notifyShop()
  }

  async #notifyShop() {
    const headers = { 'x-csrf-token': pageToken() }
    try {
      await fetch(this.urlValue, { method: 'POST', headers, keepalive: true })
    } catch {
      // the next page that shows the order tries again
    }
  }
}

/** Without its cookie the browser may count a purchase twice, so the failure goes to the data layer too. */
function reportingErrors<T>(act: () => T): T | null {
  try {
    return act()
  } catch (error) {
    push({ event: 'double-transaction-logging-error', message: reasonOf(error) })
    return null
  }
}

function push(entry: Record<string, unknown>) {
  const page: Window & { dataLayer?: Record<string, unknown>[] } = window
  page.dataLayer ??= []
  page.dataLayer.push(entry)
}
