import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db, DurableTx, Tx } from '#db/client.ts'
import { type Order, orders } from '#db/schema/index.ts'
import { addDays, DAY_MS, type Instant } from '../day.ts'
import { instantOf } from '../delivery/zones.ts'
import { changeOpenOrder, isPaymentInFlight } from './open-order.ts'
import { orderById } from './orders.ts'
import { withdrawConsent } from './recurring.ts'
import { isOpen } from './states.ts'

/** So long after its arrival a box may still be complained about and refunded: until then we have to know who had it. */
const NEEDED_DAYS = 30

/** Whose orders: an account's, or those that guests placed under an address that was proven. */
export type Whose = { userId: number | null; email: string | null }

/** The orders of somebody, placed or not. */
export const ordersOf = (db: Db, { userId, email }: Whose): Order[] =>
  [
    ...(userId === null ? [] : ordersWhere(db, eq(orders.userId, userId))),
    ...(email === null
      ? []
      : ordersWhere(db, and(isNull(orders.userId), sql`lower(${orders.email}) = ${email}`))),
  ].sort((left, right) => left.id - right.id)

const ordersWhere = (db: Db, where: SQL | undefined) => db.select().from(orders).where(where).all()

/** The bank has a payment of theirs in hand: what becomes of it has to be known first. */
export const hasPaymentInFlight = (db: Db, whose: Whose, now: Instant): boolean =>
  ordersOf(db, whose).some((order) => isPaymentInFlight(order, now))

export type ScheduledErasure = { orderId: number; token: string; at: Instant }

/**
 * Takes the person off everything they ordered. What was bought, charged and taxed stays, for the books; carts end; a
 * box that is on its way, or may still come back, keeps its address until nobody needs it; none follows it by itself.
 * @returns what is left to be erased, and when
 */
export const releasePersonFromOrders = (tx: DurableTx, whose: Whose, now: Instant): ScheduledErasure[] =>
  ordersOf(tx, whose).flatMap((order) => {
    if (isOpen(order.state)) changeOpenOrder(tx, order, now)
    withdrawConsent(tx, order.id, now)
    const state = isOpen(order.state) ? ('expired' as const) : order.state
    tx.update(orders)
      .set({ state, userId: null, sessionHash: null, personReleasedAt: now, updatedAt: now })
      .where(eq(orders.id, order.id))
      .run()
    return eraseUnlessNeeded(tx, order, now)
  })

/**
 * The day has come for one that was kept: unless it found an owner meanwhile, whose it is, or its box comes later by
 * now.
 * @returns what is left to be erased, and when
 */
export function eraseOrder(tx: DurableTx, orderId: number, now: Instant): ScheduledErasure[] {
  const order = orderById(tx, orderId)
  return order.userId === null ? eraseUnlessNeeded(tx, order, now) : []
}

function eraseUnlessNeeded(tx: Tx, order: Order, now: Instant): ScheduledErasure[] {
  const at = neededUntil(order)
  if (at > now) return [{ orderId: order.id, token: order.token, at }]
  eraseFrom(tx, order.id)
  return []
}

const neededUntil = ({ placedAt, arrivalOn }: Order): Instant => {
  if (placedAt === null) return 0
  return arrivalOn === null
    ? placedAt + NEEDED_DAYS * DAY_MS
    : instantOf(addDays(arrivalOn, NEEDED_DAYS), 0, 'America/New_York')
}

/** Takes off placed gifts what their givers said of somebody who wants to be known no more. */
export const forgetRecipient = (tx: Tx, email: string) =>
  tx
    .update(orders)
    .set({ giftRecipientName: null, giftRecipientEmail: null })
    .where(and(sql`lower(${orders.giftRecipientEmail}) = ${email}`, isNotNull(orders.placedAt)))
    .run()

/** City, state and ZIP stay: sales tax is accounted for by them. */
function eraseFrom(tx: Tx, orderId: number) {
  tx.update(orders)
    .set(ERASED)
    .where(and(eq(orders.id, orderId), isNull(orders.userId)))
    .run()
}

/** Every column of an order that tells who somebody is. */
export const ERASED = {
  email: null,
  providerCustomerId: null,
  deliveryName: null,
  deliveryStreet1: null,
  deliveryStreet2: null,
  deliveryPhone: null,
  giftRecipientName: null,
  giftRecipientEmail: null,
  giftMessage: null,
} satisfies Partial<Order>
