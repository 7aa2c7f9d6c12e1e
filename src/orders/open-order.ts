import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase, type Tx } from '#db/client.ts'
import { isOpenOrder, type Order, orders } from '#db/schema/index.ts'
import { ensureSession } from '../accounts/session.ts'
import type { Instant } from '../day.ts'
import { releaseDayHold } from '../delivery/calendar-facts.ts'
import { releaseGiftCents } from '../pricing/gift-cards.ts'
import { releasePromotion } from '../pricing/promotions.ts'
import { releaseReward } from '../pricing/rewards.ts'
import { releaseUnits } from '../stock/stock.ts'
import type { Random } from '../tokens.ts'
import type { VisitorKey } from '../web/env.ts'
import { newIdentifier } from './identifier.ts'
import { orderById } from './orders.ts'
import { BEING_PAID_SENTENCE } from './rules.ts'
import { isOpen } from './states.ts'

/** An open order is a cart. The account owns it when signed in, else the browser session does. */
export type CartOwner = VisitorKey & { postalCode: string | null }

export const isGuestCart = and(
  eq(orders.sessionHash, sql.placeholder('sessionHash')),
  isNull(orders.userId),
  isNull(orders.membershipId),
  isNull(orders.draftedAt),
  isOpenOrder,
)
export const isUserCart = and(
  eq(orders.userId, sql.placeholder('userId')),
  isNull(orders.membershipId),
  isNull(orders.draftedAt),
  isOpenOrder,
)

const NOTHING_FROZEN = {
  itemsCents: null,
  promotionsCents: null,
  rewardsCents: null,
  shippingCents: null,
  taxCents: null,
  giftCents: null,
  creditCents: null,
  boughtCardsCents: null,
  totalCents: null,
  holdExpiresAt: null,
  paymentInFlightAt: null,
  chargeAskedAt: null,
}

const changed = {
  version: sql`${orders.version} + 1`,
  ...NOTHING_FROZEN,
  updatedAt: sql`${sql.placeholder('now')}`,
}

const statements = oncePerDatabase((db) => ({
  // Only PREPARE holds anything, and it makes an order `payment_pending`.
  change: db
    .update(orders)
    .set(changed)
    .where(and(eq(orders.id, sql.placeholder('id')), sql`${orders.state} in ('cart', 'addressed')`))
    .prepare(),
  unprepare: db
    .update(orders)
    .set({ ...changed, state: 'addressed' })
    .where(and(eq(orders.id, sql.placeholder('id')), sql`${orders.state} = 'payment_pending'`))
    .prepare(),
  endCharge: db
    .update(orders)
    .set({ chargeAskedAt: null, paymentInFlightAt: null })
    .where(eq(orders.id, sql.placeholder('id')))
    .prepare(),
  create: db
    .insert(orders)
    .values({
      token: sql.placeholder('token'),
      identifier: sql.placeholder('identifier'),
      sessionHash: sql.placeholder('sessionHash'),
      userId: sql.placeholder('userId'),
      createdAt: sql.placeholder('now'),
      updatedAt: sql.placeholder('now'),
    })
    .returning()
    .prepare(),
  ofGuest: db.select().from(orders).where(isGuestCart).prepare(),
  ofUser: db.select().from(orders).where(isUserCart).orderBy(desc(orders.id)).prepare(),
}))

export function findCart(db: Db, owner: CartOwner): Order | null {
  const { ofGuest, ofUser } = statements(db)
  const cart = owner.user
    ? ofUser.get({ userId: owner.user.id })
    : ofGuest.get({ sessionHash: owner.sessionHash })
  return cart ?? null
}

export function createCart(
  tx: Tx,
  owner: CartOwner,
  { random, now }: { random: Random; now: Instant },
): Order {
  ensureSession(tx, owner.sessionHash, now)
  return statements(tx).create.get({
    token: random.token(),
    identifier: newIdentifier(random),
    sessionHash: owner.sessionHash,
    userId: owner.user?.id ?? null,
    now,
  })
}

export type Unchangeable =
  | { ok: false; reason: 'order_placed' }
  | { ok: false; reason: 'being_paid'; message: string }

export function changeableOrder(
  db: Db,
  orderId: number,
  now: Instant,
): { ok: true; order: Order } | Unchangeable {
  const order = orderById(db, orderId)
  if (!isOpen(order.state)) return { ok: false, reason: 'order_placed' }
  if (isPaymentInFlight(order, now)) return { ok: false, reason: 'being_paid', message: BEING_PAID_SENTENCE }
  return { ok: true, order }
}

/** Longer than our calls that charge a card, and than a page takes to do it. */
const CHARGE_LEASE_MS = 30_000

/** A charge is being asked for or processed, for just this held box. Changing it now would only force a refund. */
export const isPaymentInFlight = (order: Order, now: Instant) =>
  order.state === 'payment_pending' &&
  (order.holdExpiresAt ?? 0) > now &&
  (order.paymentInFlightAt !== null || isChargeAsked(order, now))

/** Extra money for a change of a placed order is being asked for or processed: until then, nothing else changes it. */
export const isBeingCharged = (order: Order, now: Instant) =>
  order.state === 'paid' && (order.paymentInFlightAt !== null || isChargeAsked(order, now))

/** `isBeingCharged` as SQL, of an order that is known to be paid. */
export const isChargeUnderWay = (now: Instant): SQL =>
  sql`(${orders.paymentInFlightAt} is not null
    or coalesce(abs(${now} - ${orders.chargeAskedAt}) < ${CHARGE_LEASE_MS}, 0))`

/** Both ways, so that a clock set back doesn't prolong it. */
const isChargeAsked = ({ chargeAskedAt }: Order, now: Instant) =>
  chargeAskedAt !== null && Math.abs(now - chargeAskedAt) < CHARGE_LEASE_MS

/** The charge that was being asked for has an outcome. */
export const endCharge = (tx: Tx, orderId: number) => void statements(tx).endCharge.run({ id: orderId })

/** Raises the version and undoes what was prepared for payment. @returns false when it was placed meanwhile */
export function changeOpenOrder(tx: Tx, order: Order, now: Instant): boolean {
  const { change, unprepare } = statements(tx)
  if (change.run({ id: order.id, now }).changes === 1) return true
  if (unprepare.run({ id: order.id, now }).changes !== 1) return false
  releaseHeld(tx, order.id)
  return true
}

export function releaseHeld(tx: Tx, orderId: number) {
  releaseUnits(tx, orderId)
  releaseDayHold(tx, orderId)
  releasePromotion(tx, orderId)
  releaseReward(tx, orderId)
  releaseGiftCents(tx, orderId)
}

/** Takes an open order off sale without erasing it, so that it can come back. */
export function expireOpenOrder(tx: Tx, order: Order, now: Instant) {
  if (!isOpen(order.state)) return
  changeOpenOrder(tx, order, now)
  tx.update(orders).set({ state: 'expired', updatedAt: now }).where(eq(orders.id, order.id)).run()
}
