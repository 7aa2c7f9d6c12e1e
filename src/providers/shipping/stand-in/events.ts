import type { CarrierDeps } from './index.ts'
import { timeText, type WireTracker } from './wire.ts'

/** Stores an event and plans its deliveries, in the transaction that caused it. */
export function recordEvent(deps: CarrierDeps, description: string, result: WireTracker) {
  const { store, control } = deps
  const id = deps.newId('evt')
  const now = timeText(deps.shopNow())
  const event = {
    id,
    object: 'Event',
    mode: 'test',
    description,
    previous_attributes: {},
    result,
    status: 'pending',
    pending_urls: [],
    completed_urls: [],
    created_at: now,
    updated_at: now,
  }
  store.add({ id, kind: 'event', created: deps.now(), json: JSON.stringify(event), note: null })
  for (const { delayMs, held } of control.deliveryPlan()) store.planDelivery(id, deps.now() + delayMs, held)
  deps.wake()
}
