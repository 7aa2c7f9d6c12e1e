import type { DurableTx } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { orderById } from '../orders/orders.ts'
import { returnedOf } from '../orders/returned-money.ts'
import { refundOrder } from '../payments/refund-order.ts'
import { changeHold, openHold } from '../weather/holds.ts'
import { cancellationOf } from './cancellation.ts'

/** `isReturned`: whether any money goes back. */
export type Canceled = { ok: true; isReturned: boolean } | { ok: false; reason: string }

/** As its buyer asks. Canceling again changes nothing; a wave that takes the order first wins. */
export function cancelOrder(tx: DurableTx, orderId: number, now: Instant): Canceled {
  const order = orderById(tx, orderId)
  if (order.state === 'canceled') return { ok: true, isReturned: hasReturned(tx, order) }
  const cancellation = cancellationOf(tx, order, now)
  if (!cancellation.ok) return cancellation
  const refund = refundOrder(tx, orderId, 'shopper', now)
  if (!refund.ok) throw new Error(`order ${orderId} could be canceled, but not refunded: ${refund.code}`)
  const hold = openHold(tx, orderId)
  if (hold) changeHold(tx, hold, { answer: 'canceled', answeredAt: now, endedAt: now })
  return { ok: true, isReturned: refund.backCents > 0 }
}

function hasReturned(tx: DurableTx, order: Order): boolean {
  const { cardCents, giftCents } = returnedOf(tx, order)
  return cardCents + giftCents > 0
}
