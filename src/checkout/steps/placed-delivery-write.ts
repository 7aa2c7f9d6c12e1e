import { eq } from 'drizzle-orm'
import type { DurableTx, Tx } from '#db/client.ts'
import { type Order, orders } from '#db/schema/index.ts'
import type { Day, Instant } from '../../day.ts'
import type { OpenDay } from '../../delivery/calendar.ts'
import { bookShipDay, unbookShipDay } from '../../delivery/calendar-facts.ts'
import { enqueue } from '../../jobs/queue.ts'
import { advanceOrder } from '../../orders/advance.ts'
import { mailDeliveryChanged } from '../../orders/mails.tsx'
import { promiseOf } from '../../orders/prepare.ts'
import { owePart } from '../../payments/refunds.ts'
import { returnGiftCents } from '../../pricing/gift-cards.ts'
import { type PlacedPrice, paidCents } from '../../pricing/placed-price.ts'
import { verifyLater } from '../verify-later.ts'

/** What is to become of a placed order's delivery, once nothing stands in its way. */
export type JudgedDelivery = {
  columns: Partial<Order>
  /** Null while the day and the way there stay as they are. */
  day: OpenDay | null
  /** Null while it costs what it did. */
  price: PlacedPrice | null
}

/**
 * Writes it down with all that follows: the promise, the place on the ship day, what goes back of the money, and
 * a mail about it. Inside the transaction that judged it. @returns what goes back, in cents
 */
export function writeDelivery(
  tx: DurableTx,
  order: Order,
  { columns, day, price }: JudgedDelivery,
  now: Instant,
): number {
  const isNew = Object.entries(columns).some(([name, value]) => order[name as keyof Order] !== value)
  if (!isNew && !day) return 0
  const returnedCents = price ? paidCents(order) - price.dueCents : 0
  const byCardCents = Math.min(returnedCents, order.totalCents ?? 0)
  const fromGiftCents = returnedCents - byCardCents
  const { fcId, shipOn } = order
  if (fcId === null || shipOn === null) throw new Error(`order ${order.id} is not placed`)

  const { version } = advanceOrder(tx, order, {
    state: order.state,
    updatedAt: now,
    ...(price && { shippingCents: price.shippingCents, taxCents: price.taxCents }),
    totalCents: (order.totalCents ?? 0) - byCardCents,
    giftCents: (order.giftCents ?? 0) - fromGiftCents,
    ...(day && promiseOf(fcId, day)),
  })
  tx.update(orders)
    .set({ ...columns, ...(day && { arrivalOn: day.date }) })
    .where(eq(orders.id, order.id))
    .run()
  if (columns.addressStatus === 'unverified') verifyLater(tx, order.id, now)
  if (day) moveShipDay(tx, { orderId: order.id, fcId, now }, shipOn, day.shipOn)
  if (byCardCents > 0) owePart(tx, order, byCardCents, now)
  if (fromGiftCents > 0) returnGiftCents(tx, order, fromGiftCents, now)
  const dayMoved = day !== null && day.date !== order.arrivalOn
  enqueue(
    tx,
    mailDeliveryChanged,
    { orderId: order.id, version, returnedCents, dayMoved },
    { key: `delivery_changed:${order.token}:${version}`, now },
  )
  return returnedCents
}

function moveShipDay(tx: Tx, place: { orderId: number; fcId: number; now: Instant }, from: Day, to: Day) {
  if (from === to) return
  unbookShipDay(tx, { fcId: place.fcId, shipOn: from })
  const booked = bookShipDay(tx, { ...place, shipOn: to })
  if (!booked.ok)
    throw new Error(`the place of order ${place.orderId} on ${to} went while it was being moved`)
}
