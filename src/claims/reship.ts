import type { DurableTx } from '#db/client.ts'
import { type Order, orderLines, orders } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { bookShipDay, calendarFor, deliveryZone } from '../delivery/calendar-facts.ts'
import { newIdentifier } from '../orders/identifier.ts'
import type { OrderItem } from '../orders/items.ts'
import { deliveryColumns } from '../orders/prepare.ts'
import { buyerOf } from '../orders/readiness.ts'
import { sellUnits, shortagesOf } from '../stock/stock.ts'
import type { Random } from '../tokens.ts'

export type Reship = { ok: true; orderId: number } | { ok: false; code: 'no_day' | 'sold_out' }

/** A box of its own at no charge, to the same place on the next open day. Clerks pack it like any other. */
export function reshipLines(
  tx: DurableTx,
  order: Order,
  lines: OrderItem[],
  { now, random }: { now: Instant; random: Random },
): Reship {
  const { deliveryPostalCode: zip } = order
  const zone = zip === null ? null : deliveryZone(tx, zip)
  if (zip === null || !zone?.served) return { ok: false, code: 'no_day' }
  const day = calendarFor(tx, { zip, zone, now, exceptOrderId: 0, expedited: true }).find(({ ok }) => ok)
  if (!day?.ok) return { ok: false, code: 'no_day' }
  const fcId = zone.fc.id
  const units = lines.map(({ offerId, quantity }) => ({ offerId, quantity }))
  const buyer = buyerOf({ ...order, arrivalOn: day.date }, fcId)
  if (shortagesOf(tx, buyer, units, now).length > 0) return { ok: false, code: 'sold_out' }
  const { id } = tx
    .insert(orders)
    .values({
      ...sameBuyer(order),
      ...NOTHING_TO_PAY,
      ...deliveryColumns(fcId, day),
      token: random.token(),
      identifier: newIdentifier(random),
      state: 'paid',
      arrivalOn: day.date,
      placedAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: orders.id })
    .get()
  tx.insert(orderLines)
    .values(units.map((unit) => ({ ...unit, orderId: id, priceCents: 0, addedAt: now })))
    .run()
  const booked = bookShipDay(tx, { orderId: id, fcId, shipOn: day.shipOn, now })
  if (!booked.ok) throw new Error(`the open day ${day.shipOn} has no place`)
  sellUnits(tx, { id, fcId }, units, now)
  return { ok: true, orderId: id }
}

const NOTHING_TO_PAY = {
  itemsCents: 0,
  promotionsCents: 0,
  rewardsCents: 0,
  shippingCents: 0,
  taxCents: 0,
  giftCents: 0,
  totalCents: 0,
}

const sameBuyer = (order: Order) => ({
  userId: order.userId,
  sessionHash: order.sessionHash,
  email: order.email,
  deliveryName: order.deliveryName,
  deliveryStreet1: order.deliveryStreet1,
  deliveryStreet2: order.deliveryStreet2,
  deliveryCity: order.deliveryCity,
  deliveryState: order.deliveryState,
  deliveryPostalCode: order.deliveryPostalCode,
  deliveryPhone: order.deliveryPhone,
  addressStatus: order.addressStatus,
  addressVerifiedAt: order.addressVerifiedAt,
  giftOrder: order.giftOrder,
  giftRecipientName: order.giftRecipientName,
  giftRecipientEmail: order.giftRecipientEmail,
})
