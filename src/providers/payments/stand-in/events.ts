import { API_VERSION } from './api-version.ts'
import { type Desk, seconds } from './desk.ts'

export type EventType =
  | `payment_intent.${'created' | 'requires_action' | 'processing' | 'succeeded' | 'payment_failed' | 'canceled'}`
  | `setup_intent.${'created' | 'requires_action' | 'succeeded' | 'setup_failed' | 'canceled'}`
  | `charge.${'succeeded' | 'failed' | 'pending' | 'refunded' | 'updated'}`
  | `refund.${'created' | 'updated' | 'failed'}`
  | `customer.${'created' | 'updated' | 'deleted'}`
  | `payment_method.${'attached' | 'detached' | 'updated'}`

/** Keeps an event and plans its deliveries, in the transaction of what happened. `json` is the object's text. */
export function tell(desk: Desk, type: EventType, json: string) {
  const id = desk.newId('evt')
  const created = seconds(desk.now())
  const wanted = desk.sendsEvent(type)
  const request = JSON.stringify(desk.request)
  const text =
    `{"id":"${id}","object":"event","api_version":"${API_VERSION}","created":${created},` +
    `"data":{"object":${json}},"livemode":false,"pending_webhooks":${wanted ? 1 : 0},"request":${request},"type":"${type}"}`
  desk.store.add({ id, kind: 'event', created, json: text, note: null }, { type })
  if (wanted) planDeliveries(desk, id)
}

function planDeliveries(desk: Desk, id: string) {
  for (const { delayMs, held } of desk.control.deliveryPlan()) {
    desk.store.planDelivery(id, desk.now() + delayMs, held)
  }
  desk.wake()
}
