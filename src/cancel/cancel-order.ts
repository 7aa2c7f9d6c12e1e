import type { DurableTx } from '#db/client.ts'
import type { Instant } from '../day.ts'
import { orderById } from '../orders/orders.ts'
import { refundOrder } from '../payments/refund-order.ts'
import { changeHold, openHold } from '../weather/holds.ts'
import { cancellationOf } from './cancellation.ts'

export type Canceled = { ok: true } | { ok: false; reason: string }

/** As its buyer asks. Canceling again changes nothing; a wave that takes the order first wins. */
export function cancelOrder(tx: DurableTx, orderId: number, now: Instant): Canceled {
  const order = orderById(tx, orderId)
  if (order.state === 'canceled') return { ok: true }
  const cancellation = cancellationOf(tx, order, now)
  if (!cancellation.ok) return cancellation
  const refund = refundOrder(tx, orderId, 'shopper', now)
  if (!refund.ok) throw new Error(`order ${orderId} could be canceled, but not refunded: ${refund.code}`)
  const hold = openHold(tx, orderId)
  if (hold) changeHold(tx, hold, { answer: 'canceled', answeredAt: now, endedAt: now })
  return { ok: true }
}
