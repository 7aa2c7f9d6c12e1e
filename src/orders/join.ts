import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { DurableTx, Tx } from '#db/client.ts'
import {
  type Order,
  offers,
  orderGiftCards,
  orderLines,
  orderPromotions,
  orders,
  recurringConsents,
} from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { giftOf, makeGift } from './gifting.ts'
import { itemsOf } from './items.ts'
import { changeOpenOrder, findCart, isPaymentInFlight } from './open-order.ts'
import { ADDRESS_COLUMNS, hasAddress } from './order-address.ts'
import { makeOneTime } from './recurring.ts'

type Guest = { sessionHash: string; userId: number; now: Instant }

/** What somebody has to be told of their box after signing in: other things are in it than a moment ago. */
export type MergedCart = { losesRecurring: boolean }

/**
 * What a browser's guest made becomes its account's: placed orders as they are, and the cart joined with the one the
 * account has. Afterwards the guest's session can act on none of it.
 * @returns null where the box holds what it held
 */
export function claimGuestOrders(tx: DurableTx, { sessionHash, userId, now }: Guest): MergedCart | null {
  const guests = and(eq(orders.sessionHash, sessionHash), isNull(orders.userId))
  const guestCart = findCart(tx, { sessionHash, user: null, postalCode: null })
  const ownCart = findCart(tx, { sessionHash, user: { id: userId }, postalCode: null })
  const taken = tx
    .update(orders)
    .set({ userId, personReleasedAt: null, updatedAt: now })
    .where(guests)
    .returning()
    .all()
  for (const { id } of taken) nameConsents(tx, id, userId)
  // Money on its way pays for exactly what is in that box: then both stay, and the later one is the cart meanwhile.
  if (!guestCart || !ownCart || isPaymentInFlight(guestCart, now) || isPaymentInFlight(ownCart, now))
    return null
  const [given, own] = [itemsOf(tx, guestCart.id), itemsOf(tx, ownCart.id)]
  joinCarts(tx, guestCart, ownCart, now)
  return given.length > 0 && own.length > 0 ? { losesRecurring: guestCart.recurring } : null
}

/** Orders that guests placed under an address, once it is proven whose it is. */
export function claimOrdersByEmail(
  tx: DurableTx,
  { id, email }: { id: number; email: string },
  now: Instant,
) {
  const taken = tx
    .update(orders)
    .set({ userId: id, personReleasedAt: null, updatedAt: now })
    .where(and(sql`lower(${orders.email}) = ${email}`, isNull(orders.userId), isNotNull(orders.placedAt)))
    .returning({ id: orders.id })
    .all()
  for (const order of taken) nameConsents(tx, order.id, id)
}

/** Everything of `from` goes into `into`; the emptied one expires, so that its address leads to the other. */
function joinCarts(tx: Tx, from: Order, into: Order, now: Instant) {
  changeOpenOrder(tx, from, now)
  changeOpenOrder(tx, into, now)
  joinLines(tx, from, into)
  joinCodes(tx, from, into)
  if (from.recurring) makeOneTime(tx, from, now) // what was agreed to was agreed to for that box
  takeDelivery(tx, from, into, now)
  tx.update(orders).set({ state: 'expired', updatedAt: now }).where(eq(orders.id, from.id)).run()
}

/** What a guest agreed to for later boxes is the account's word from now on. */
function nameConsents(tx: Tx, orderId: number, userId: number) {
  tx.update(recurringConsents).set({ userId }).where(eq(recurringConsents.orderId, orderId)).run()
}

/** Quantities are added up, to at most what one order may hold of the offer. */
function joinLines(tx: Tx, from: Order, into: Order) {
  const lines = tx
    .select({ line: orderLines, max: offers.maxQuantity })
    .from(orderLines)
    .innerJoin(offers, eq(offers.id, orderLines.offerId))
    .where(eq(orderLines.orderId, from.id))
    .orderBy(orderLines.id)
    .all()
  for (const { line, max } of lines) {
    const there = and(eq(orderLines.orderId, into.id), eq(orderLines.offerId, line.offerId))
    const own = tx.select().from(orderLines).where(there).get()
    const quantity = Math.min(line.quantity + (own?.quantity ?? 0), max)
    if (own) tx.update(orderLines).set({ quantity, priceCents: line.priceCents }).where(there).run()
    else tx.update(orderLines).set({ orderId: into.id }).where(eq(orderLines.id, line.id)).run()
  }
  tx.delete(orderLines).where(eq(orderLines.orderId, from.id)).run()
}

/** One promotion an order: the one entered last, here and now, stays. Gift cards add up. */
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

/** Where to, when and as whose gift belong together: as it was said here and now, else as the account's cart has it. */
function takeDelivery(tx: Tx, from: Order, into: Order, now: Instant) {
  const isSaid = hasAddress(from) || into.deliveryPostalCode === null
  if (isSaid) makeGift(tx, into, giftOf(from), now)
  tx.update(orders)
    .set({ email: from.email ?? into.email, ...(isSaid ? deliveryOf(from) : {}) })
    .where(eq(orders.id, into.id))
    .run()
}

/** What an order knows of where it goes and when. */
const DELIVERY = [
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

type Delivery = Pick<Order, (typeof DELIVERY)[number] | 'state'>

const deliveryOf = (order: Order): Delivery => ({
  ...pick(order, DELIVERY),
  state: order.state === 'payment_pending' ? 'addressed' : order.state,
})

const pick = <T, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K> // it has each of these names
