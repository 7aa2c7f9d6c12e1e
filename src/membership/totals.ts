import type { Db } from '#db/client.ts'
import type { Instant } from '../day.ts'
import { orderById } from '../orders/orders.ts'
import { pricedOrder } from '../orders/priced-order.ts'

/** A placed box's frozen total, an open one's at its prices. */
export function totalOf(db: Db, orderId: number, now: Instant): number {
  const order = orderById(db, orderId)
  return order.totalCents ?? pricedOrder(db, order, now).totals.totalCents
}
