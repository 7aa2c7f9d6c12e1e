import { eq } from 'drizzle-orm'
import type { DurableTx, Tx } from '#db/client.ts'
import { type Order, orders } from '#db/schema/index.ts'
import type { Day, Instant } from '../../day.ts'
import type { OpenDay } from '../../delivery/calendar.ts'
import { rebookShipDay } from '../../delivery/calendar-facts.ts'
import { enqueue } from '../../jobs/queue.ts'
import { flagAddress } from '../../orders/address-flags.ts'
import { advanceOrder } from '../../orders/advance-order.ts'
import { type NewChange, recordChange } from '../../orders/changes.ts'
import { mailDeliveryChanged } from '../../orders/mails.tsx'
import { orderById } from '../../orders/orders.ts'
import { deliveryColumns } from '../../orders/prepare.ts'
import { sharesOfReturn } from '../../payments/lower-items.ts'
import { owePriceDifference } from '../../payments/refunds.ts'
import { returnGiftCents } from '../../pricing/gift-cards.ts'
import { type PlacedPrice, paidCents } from '../../pricing/placed-price.ts'
import { verifyLater } from '../verify-later.ts'

export type ApprovedDelivery = {
  columns: Partial<Order>
  /** Null when the day and the transit time stay the same. */
  day: OpenDay | null
  /** Null when the price stays the same. */
  price: PlacedPrice | null
  /** When a move takes a reward off, or puts it back. */
  rewardsCents?: number
  /** Ends a change that waited for its payment, which the email mentions. */
  endsWaiting?: boolean | undefined
}

/** What the order's timeline says of it. */
export type DeliveryChange = Pick<Extract<NewChange, { kind: 'moved' | 'delivery' }>, 'kind' | 'detail'> &
  Partial<Pick<NewChange, 'by'>>

/** Card and gift cards together. `heldCents`: the part that banks only held. */
export type Returned = { returnedCents: number; heldCents: number }

export function writeDelivery(
  tx: DurableTx,
  order: Order,
  { columns, day, price, rewardsCents, endsWaiting }: ApprovedDelivery,
  change: DeliveryChange,
  now: Instant,
): Returned {
  const hasChanged = Object.entries(columns).some(([name, value]) => order[name as keyof Order] !== value)
  if (!hasChanged && !day) return { returnedCents: 0, heldCents: 0 }
  const cheaperCents = price ? paidCents(order) - price.dueCents : 0
  // Of a box that was refunded in part, its cards may hold less than it costs.
  const { cardCents, giftCents } =
    cheaperCents > 0 ? sharesOfReturn(tx, order, cheaperCents) : { cardCents: cheaperCents, giftCents: 0 }
  const returnedCents = cardCents + giftCents
  const { fcId, shipOn } = order
  if (fcId === null || shipOn === null) throw new Error(`order ${order.id} is not placed`)

  const next = advanceOrder(tx, order, {
    state: order.state,
    updatedAt: now,
    ...(price && { shippingCents: price.shippingCents, taxCents: price.taxCents }),
    ...(rewardsCents !== undefined && { rewardsCents }),
    totalCents: (order.totalCents ?? 0) - cardCents,
    giftCents: (order.giftCents ?? 0) - giftCents,
    ...(day && deliveryColumns(fcId, day)),
  })
  tx.update(orders)
    .set({ ...columns, ...(day && { arrivalOn: day.date }) })
    .where(eq(orders.id, order.id))
    .run()
  if (columns.addressStatus) flagAddress(tx, orderById(tx, order.id), now)
  if (columns.addressStatus === 'unverified') verifyLater(tx, order.id, now)
  if (day) moveShipDay(tx, { orderId: order.id, fcId, now }, shipOn, day.shipOn)
  const heldCents = cardCents > 0 ? owePriceDifference(tx, order, cardCents, now) : 0
  if (giftCents > 0) returnGiftCents(tx, next, giftCents, now)
  recordChange(tx, next, { by: 'shopper', ...change, differenceCents: -returnedCents } as NewChange, now)
  const { version } = next
  const dayMoved = day !== null && day.date !== order.arrivalOn
  enqueue(
    tx,
    mailDeliveryChanged,
    { orderId: order.id, version, returnedCents, heldCents, dayMoved, endsWaiting },
    { key: `delivery_changed:${order.token}:${version}`, now },
  )
  return { returnedCents, heldCents }
}

function moveShipDay(tx: Tx, place: { orderId: number; fcId: number; now: Instant }, from: Day, to: Day) {
  const booked = rebookShipDay(tx, { ...place, shipOn: to }, from)
  if (!booked.ok) throw new Error(`order ${place.orderId} lost its place on ${to} while moving there`)
}
