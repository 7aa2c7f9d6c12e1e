import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { claims, draftOrders, fulfillmentCenters, type Order } from '#db/schema/index.ts'
import type { OrderLineFacts } from '#views/orders/placed-order.ts'
import { userById } from '../../accounts/users.ts'
import type { Instant } from '../../day.ts'
import { SHOP_ZONE } from '../../delivery/zones.ts'
import { openFlagsOf } from '../../flags/flags.ts'
import { editLock } from '../../orders/edit/lock.ts'
import { giftOf } from '../../orders/gifting.ts'
import { itemsOf } from '../../orders/items.ts'
import { shownAddressOf } from '../../orders/order-address.ts'
import { cardsOf } from '../../orders/paid-with.ts'
import { cardFacts, cardsOrder, frozenTotals, giftFacts } from '../../orders/placed.ts'
import { pricedOrder } from '../../orders/priced-order.ts'
import { type Returned, returnedOf } from '../../orders/returned-money.ts'
import { shownLines } from '../../orders/shown-lines.ts'
import { isCardsOnly } from '../../orders/states.ts'
import { unpaidChangeOf } from '../../orders/unpaid-change.ts'
import { creditGiven, leftToGive } from '../../payments/left-to-give.ts'
import { cardsPaidWith } from '../../pricing/bought-cards.ts'
import { giftOn } from '../../pricing/gifts.ts'
import { openHold } from '../../weather/holds.ts'
import { giftOfOrder } from '../corporate-gifts/gifts.ts'
import { historyOf } from './history.ts'
import { daysToMoveTo } from './move.ts'
import { waitingRefunds } from './refund.ts'

export type StaffOrder = ReturnType<typeof staffOrder>

const NOTHING: Returned = { cardCents: 0, giftCents: 0 }

/** All that staff see of one order. */
export function staffOrder(db: Db, order: Order, now: Instant) {
  const center = db
    .select({ name: fulfillmentCenters.name, slug: fulfillmentCenters.slug, zone: fulfillmentCenters.zone })
    .from(fulfillmentCenters)
    .where(eq(fulfillmentCenters.id, order.fcId ?? 0))
    .get()
  const account = order.userId === null ? null : userById(db, order.userId)
  return {
    order,
    account: account && { token: account.token, email: account.email },
    draft: db.select().from(draftOrders).where(eq(draftOrders.orderId, order.id)).get() ?? null,
    center: center ?? null,
    zone: center?.zone ?? SHOP_ZONE,
    items: itemsOf(db, order.id),
    lines: linesOf(db, order),
    totals: order.totalCents === null ? pricedOrder(db, order, now).totals : frozenTotals(db, order),
    /** What went back of its price. */
    returned: order.placedAt === null ? NOTHING : returnedOf(db, order),
    cards: cardsOf(db, order.id),
    address: shownAddressOf(order),
    gift: giftOf(order),
    corporateGift: giftOfOrder(db, order.id),
    /** What a refund can still give; null while a bank decides. */
    leftCents: leftToGive(db, order.id),
    creditCents: creditGiven(db, order.id),
    waitingRefunds: waitingRefunds(db, order.id),
    flags: openFlagsOf(db, order.id),
    claims: db
      .select({ id: claims.id, kind: claims.kind })
      .from(claims)
      .where(eq(claims.orderId, order.id))
      .all(),
    weatherHold: openHold(db, order.id),
    /** What the customer has yet to pay for; any other change ends it. */
    unpaid: unpaidChangeOf(db, order, now),
    days: daysToMoveTo(db, order, now),
    isEditable: editLock(order, now) === null && !isCardsOnly(order),
    history: historyOf(db, order),
  }
}

function linesOf(db: Db, order: Order): OrderLineFacts[] {
  if (isCardsOnly(order)) return cardsOrder(db, order).lines
  const gift = giftOn(db, order.id)
  return [
    ...shownLines(db, order.id, itemsOf(db, order.id)),
    ...(gift ? [giftFacts(gift)] : []),
    ...cardsPaidWith(db, order).map(cardFacts),
  ]
}
