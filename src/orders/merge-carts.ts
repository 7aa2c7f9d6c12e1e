import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { DurableTx, Tx } from '#db/client.ts'
import {
  boughtGiftCards,
  type Order,
  type OrderLine,
  offers,
  orderGiftCards,
  orderLines,
  orderPromotions,
  orders,
  recurringConsents,
} from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { moveBundles } from './bundles.ts'
import { giftOf, makeGift } from './gifting.ts'
import { itemsOf } from './items.ts'
import { claimMembership } from './memberships.ts'
import { changeOpenOrder, findCart, isPaymentInFlight } from './open-order.ts'
import { ADDRESS_COLUMNS, hasAddress } from './order-address.ts'
import { pickColumns } from './pick-columns.ts'
import { makeOneTime } from './recurring.ts'

type Guest = { sessionHash: string; userId: number; now: Instant }

export type MergedCart = { lostRecurring: boolean }

/** Afterwards the guest session can act on none of these orders. @returns null when the cart did not change */
export function claimGuestOrders(tx: DurableTx, { sessionHash, userId, now }: Guest): MergedCart | null {
  const guests = and(eq(orders.sessionHash, sessionHash), isNull(orders.userId))
  const guestCart = findCart(tx, { sessionHash, user: null, postalCode: null })
  const ownCart = findCart(tx, { sessionHash, user: { id: userId }, postalCode: null })
  const claimed = tx
    .update(orders)
    .set({ userId, personReleasedAt: null, updatedAt: now })
    .where(guests)
    .returning()
    .all()
  for (const { id } of claimed) claimConsents(tx, id, userId)
  // A payment in flight pays for exactly what its box holds. Both carts then stay, and the newer one is shown.
  if (!guestCart || !ownCart || isPaymentInFlight(guestCart, now) || isPaymentInFlight(ownCart, now))
    return null
  const [guestItems, ownItems] = [itemsOf(tx, guestCart.id), itemsOf(tx, ownCart.id)]
  joinCarts(tx, guestCart, ownCart, now)
  return guestItems.length > 0 && ownItems.length > 0 ? { lostRecurring: guestCart.recurring } : null
}

/** All orders of one account go to another of the same person, and two open carts become one. */
export function joinAccountsCarts(
  tx: DurableTx,
  { from, into, now }: { from: number; into: number; now: Instant },
) {
  const cartOf = (id: number) => findCart(tx, { sessionHash: '', user: { id }, postalCode: null })
  const [theirCart, ownCart] = [cartOf(from), cartOf(into)]
  tx.update(orders).set({ userId: into, updatedAt: now }).where(eq(orders.userId, from)).run()
  if (theirCart && ownCart) joinCarts(tx, theirCart, ownCart, now)
}

/** Call it only once the account has verified its email. */
export function claimOrdersByEmail(
  tx: DurableTx,
  { id, email }: { id: number; email: string },
  now: Instant,
) {
  const claimed = tx
    .update(orders)
    .set({ userId: id, personReleasedAt: null, updatedAt: now })
    .where(
      and(
        sql`lower(${orders.email}) = ${email}`,
        isNull(orders.userId),
        or(isNotNull(orders.placedAt), isNotNull(orders.membershipId)),
      ),
    )
    .returning({ id: orders.id })
    .all()
  for (const order of claimed) claimConsents(tx, order.id, id)
}

/** The emptied cart expires, and its pages lead to the other one. */
function joinCarts(tx: Tx, from: Order, into: Order, now: Instant) {
  changeOpenOrder(tx, from, now)
  changeOpenOrder(tx, into, now)
  joinLines(tx, from, into)
  joinCodes(tx, from, into)
  tx.update(boughtGiftCards).set({ orderId: into.id }).where(eq(boughtGiftCards.orderId, from.id)).run()
  if (from.recurring) makeOneTime(tx, from, now) // the consent was given for that box only
  joinDelivery(tx, from, into, now)
  tx.update(orders).set({ state: 'expired', updatedAt: now }).where(eq(orders.id, from.id)).run()
}

function claimConsents(tx: Tx, orderId: number, userId: number) {
  tx.update(recurringConsents).set({ userId }).where(eq(recurringConsents.orderId, orderId)).run()
  claimMembership(tx, orderId, userId)
}

/** Quantities add up, to at most the offer's maximum per order. */
function joinLines(tx: Tx, from: Order, into: Order) {
  const lines = tx
    .select({ line: orderLines, max: offers.maxQuantity })
    .from(orderLines)
    .innerJoin(offers, eq(offers.id, orderLines.offerId))
    .where(eq(orderLines.orderId, from.id))
    .orderBy(orderLines.id)
    .all()
  for (const { line, max } of lines) {
    const isSameOffer = and(eq(orderLines.orderId, into.id), eq(orderLines.offerId, line.offerId))
    const existing = tx.select().from(orderLines).where(isSameOffer).get()
    if (existing)
      tx.update(orderLines)
        .set({
          ...joinedUnits(line, existing, max),
          priceCents: line.priceCents,
          poundCents: line.poundCents,
        })
        .where(isSameOffer)
        .run()
    else tx.update(orderLines).set({ orderId: into.id }).where(eq(orderLines.id, line.id)).run()
  }
  tx.delete(orderLines).where(eq(orderLines.orderId, from.id)).run()
  moveBundles(tx, from.id, into.id)
}

/** A bundle's units all come along. */
function joinedUnits(line: OrderLine, existing: OrderLine, max: number) {
  const bundledQuantity = line.bundledQuantity + existing.bundledQuantity
  const quantity = Math.max(bundledQuantity, Math.min(line.quantity + existing.quantity, max))
  return { quantity, bundledQuantity, bundledCents: line.bundledCents + existing.bundledCents }
}

/** The guest's promotion replaces the account's, because it was entered last. Gift cards add up. */
function joinCodes(tx: Tx, from: Order, into: Order) {
  const promotion = tx.select().from(orderPromotions).where(eq(orderPromotions.orderId, from.id)).get()
  if (promotion) {
    tx.delete(orderPromotions).where(eq(orderPromotions.orderId, into.id)).run()
    tx.update(orderPromotions).set({ orderId: into.id }).where(eq(orderPromotions.orderId, from.id)).run()
  }
  const cards = tx.select().from(orderGiftCards).where(eq(orderGiftCards.orderId, from.id)).all()
  for (const card of cards)
    tx.insert(orderGiftCards)
      .values({ ...card, orderId: into.id })
      .onConflictDoNothing()
      .run()
  tx.delete(orderGiftCards).where(eq(orderGiftCards.orderId, from.id)).run()
}

/** Address, date and gift stay together: the guest's if they entered an address, else the account's. */
function joinDelivery(tx: Tx, from: Order, into: Order, now: Instant) {
  const usesGuests = hasAddress(from) || into.deliveryPostalCode === null
  if (usesGuests) makeGift(tx, into, giftOf(from), now)
  tx.update(orders)
    .set({ email: from.email ?? into.email, ...(usesGuests ? deliveryOf(from) : {}) })
    .where(eq(orders.id, into.id))
    .run()
}

const DELIVERY_COLUMNS = [
  ...ADDRESS_COLUMNS,
  'addressVerifiedAt',
  'addressStatus',
  'postalCodeDelayAccepted',
  'fcId',
  'transitDays',
  'expedited',
  'arrivalOn',
  'shipOn',
  'lockAt',
  'chargeAt',
] as const satisfies (keyof Order)[]

type Delivery = Pick<Order, (typeof DELIVERY_COLUMNS)[number] | 'state'>

const deliveryOf = (order: Order): Delivery => ({
  ...pickColumns(order, DELIVERY_COLUMNS),
  state: order.state === 'payment_pending' ? 'addressed' : order.state,
})
