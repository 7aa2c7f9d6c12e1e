import { API_VERSION } from './api-version.ts'
import { type Deps, seconds } from './deps.ts'

export type EventType =
  | `payment_intent.${'created' | 'requires_action' | 'processing' | 'succeeded' | 'payment_failed' | 'canceled' | 'amount_capturable_updated'}`
  | `setup_intent.${'created' | 'requires_action' | 'succeeded' | 'setup_failed' | 'canceled'}`
  | `charge.${'succeeded' | 'captured' | 'failed' | 'pending' | 'refunded' | 'updated'}`
  | `refund.${'created' | 'updated' | 'failed'}`
  | `charge.dispute.${'created' | 'updated' | 'closed' | 'funds_withdrawn' | 'funds_reinstated'}`
  | 'radar.early_fraud_warning.created'
  | `customer.${'created' | 'updated' | 'deleted'}`
  | `payment_method.${'attached' | 'detached' | 'updated'}`

/** Stores an event and plans its deliveries, in the transaction that caused it. `json` is the object's text. */
export function recordEvent(deps: Deps, type: EventType, json: string) {
  const id = deps.newId('evt')
  const created = seconds(deps.now())
  const isSent = deps.sendsEvent(type)
  const request = JSON.stringify(deps.request)
  const text =
    `{"id":"${id}","object":"event","api_version":"${API_VERSION}","created":${created},` +
    `"data":{"object":${json}},"livemode":${deps.livemode},"pending_webhooks":${isSent ? 1 : 0},"request":${request},"type":"${type}"}`
  deps.store.add({ id, kind: 'event', created, json: text, note: null }, { type })
  if (isSent) planDeliveries(deps, id)
}

function planDeliveries(deps: Deps, id: string) {
  for (const { delayMs, held } of deps.control.deliveryPlan()) {
    deps.store.planDelivery(id, deps.now() + delayMs, held)
  }
  deps.wake()
}
