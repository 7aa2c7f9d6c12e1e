import { purchaseOf } from '../support/purchase.ts'
import { pushToDataLayer } from './report.ts'

/**
 * The data layer is filled on every page, as an array that nobody reads until the tag manager loads, which it does on
 * shop pages alone.
 */
export function dataLayerEvents(event: Event) {
  const detail = event instanceof CustomEvent ? (event.detail ?? {}) : {}
  if (event.type === 'checkout-step')
    pushToDataLayer({ event: 'checkout_step', step: detail.step, ...orderOnPage() })
  if (event.type === 'payment-info')
    pushToDataLayer({ event: 'add_payment_info', payment_type: detail.type ?? 'card', ...orderOnPage() })
  if (event.type === 'add-to-wait-list') pushToDataLayer({ event: 'add_to_wait_list', ecommerce: detail })
  if (event.type === 'add-to-wait-list-failure')
    pushToDataLayer({ event: 'add-to-wait-list-failure', message: detail.url })
}

/** The fields of a purchase, as far as the order has them by now. */
function orderOnPage() {
  const text = document.getElementById('order_for_analytics')?.textContent
  if (!text) return {}
  const { ecommerce, event_id } = purchaseOf(JSON.parse(text))
  return { event_id, ecommerce }
}
