import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase, type Tx } from '#db/client.ts'
import { isOpenOrder, type Order, orders } from '#db/schema/index.ts'
import { ensureSession } from '../accounts/session.ts'
import type { Instant } from '../day.ts'
import { releaseDayHold } from '../delivery/calendar-facts.ts'
import { releaseGiftCents } from '../pricing/gift-cards.ts'
import { releasePromotion } from '../pricing/promotions.ts'
import { releaseReward } from '../pricing/rewards.ts'
import { releaseUnits } from '../stock/stock.ts'
import type { Chance } from '../tokens.ts'
import type { VisitorKey } from '../web/env.ts'
import { orderById } from './orders.ts'
import { isOpen } from './states.ts'

/**
 * The open order: the cart from its first item until it is placed. Everything that may happen to it while it is open
 * begins here: finding it, beginning it, changing it, and releasing what was held for its payment.
 */

/** Whose cart it is: the account's when signed in, else this browser session's. */
export type CartOwner = VisitorKey & { postalCode: string | null }

export const ofGuest = and(
  eq(orders.sessionHash, sql.placeholder('sessionHash')),
  isNull(orders.userId),
  isOpenOrder,
)
export const ofUser = and(eq(orders.userId, sql.placeholder('userId')), isOpenOrder)

const statements = oncePerDatabase((db) => ({
  ofGuest: db.select().from(orders).where(ofGuest).prepare(),
  ofUser: db.select().from(orders).where(ofUser).orderBy(desc(orders.id)).limit(1).prepare(),
}))

/** The visitor's open order, or null before the first item. */
export function findCart(db: Db, owner: CartOwner): Order | null {
  const { ofGuest, ofUser } = statements(db)
  const cart = owner.user
    ? ofUser.get({ userId: owner.user.id })
    : ofGuest.get({ sessionHash: owner.sessionHash })
  return cart ?? null
}

/** The order's row begins with its first item, with the tokens it keeps for good. */
export function beginCart(
  tx: Tx,
  owner: CartOwner,
  { chance, now }: { chance: Chance; now: Instant },
): Order {
  ensureSession(tx, owner.sessionHash, now)
  return tx
    .insert(orders)
    .values({
      token: chance.token(),
      identifier: `DW-${chance.readable(8)}`,
      sessionHash: owner.sessionHash,
      userId: owner.user?.id ?? null,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
    .get()
}

export type Changeable = { ok: true; order: Order } | { ok: false; reason: 'order_placed' | 'being_paid' }

/** The order as it is now, if it may still be changed: not placed, and no payment for it in flight. */
export function changeableOrder(db: Db, orderId: number, now: Instant): Changeable {
  const order = orderById(db, orderId)
  if (!isOpen(order.state)) return { ok: false, reason: 'order_placed' }
  return isPaymentInFlight(order, now) ? { ok: false, reason: 'being_paid' } : { ok: true, order }
}

/** The bank has the payment in hand, and what it pays for is still held: a change now would only send it back. */
export const isPaymentInFlight = ({ state, paymentInFlightAt, holdExpiresAt }: Order, now: Instant) =>
  state === 'payment_pending' && paymentInFlightAt !== null && (holdExpiresAt ?? 0) > now

/**
 * Notes that an order which is not placed yet was changed: its version moves on, and whatever was prepared for
 * payment (holds, the ship day, the frozen total) is undone, because it was prepared for something else.
 * @returns false when the order was placed meanwhile.
 */
export function changeOpenOrder(tx: Tx, order: Order, now: Instant): boolean {
  const changed = tx
    .update(orders)
    .set({
      version: sql`${orders.version} + 1`,
      state: sql`case ${orders.state} when 'payment_pending' then 'addressed' else ${orders.state} end`,
      ...NOTHING_FROZEN,
      updatedAt: now,
    })
    .where(and(eq(orders.id, order.id), isOpenOrder))
    .run()
  if (changed.changes !== 1) return false
  releaseHeld(tx, order.id)
  return true
}

/** Gives back everything that was kept for an order while it was being paid. */
export function releaseHeld(tx: Tx, orderId: number) {
  releaseUnits(tx, orderId)
  releaseDayHold(tx, orderId)
  releasePromotion(tx, orderId)
  releaseReward(tx, orderId)
  releaseGiftCents(tx, orderId)
}

const NOTHING_FROZEN = {
  itemsCents: null,
  promotionsCents: null,
  rewardsCents: null,
  shippingCents: null,
  taxCents: null,
  giftCents: null,
  totalCents: null,
  holdExpiresAt: null,
  paymentInFlightAt: null,
}
