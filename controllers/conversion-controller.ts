import { Controller } from '@hotwired/stimulus'
import { pageToken } from './support/page-token.ts'
import { purchaseOf } from './support/purchase.ts'
import { countedOrders, keepCountedOrders } from './support/transaction-ids.ts'

/**
 * Counts a purchase once (ORD-3): while the shop has not noted it, and this browser has not counted it before, it is
 * pushed to the data layer. Then the shop is told, so that no browser counts it again; its answer is not read.
 */
export default class extends Controller<HTMLElement> {
  static override targets = ['order']
  static override values = { url: String }
  declare readonly orderTarget: HTMLElement
  declare readonly urlValue: string

  override connect() {
    if (document.documentElement.hasAttribute('data-turbo-preview')) return
    const order = JSON.parse(this.orderTarget.textContent ?? '')
    if (order.logged_google_analytics_conversion_at) return
    const before = carefully(countedOrders) ?? []
    if (!before.includes(order.token)) {
      push(purchaseOf(order))
      carefully(() => keepCountedOrders([...before, order.token]))
    }
    void this.#tell()
  }

  async #tell() {
    const headers = { 'x-csrf-token': pageToken() }
    try {
      await fetch(this.urlValue, { method: 'POST', headers, keepalive: true })
    } catch {
      // told again by the next page that shows the order
    }
  }
}

/** A browser that cannot say or keep what it counted may count twice, which is told beside it. */
function carefully<T>(ask: () => T): T | null {
  try {
    return ask()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    push({ event: 'double-transaction-logging-error', message })
    return null
  }
}

/** The list that a tag manager reads, whenever it comes. */
function push(entry: Record<string, unknown>) {
  const page: Window & { dataLayer?: Record<string, unknown>[] } = window
  page.dataLayer ??= []
  page.dataLayer.push(entry)
}
