import { and, eq, inArray, sql } from 'drizzle-orm'
import { type Db, quickly } from '#db/client.ts'
import { type Offer, type Order, orderLines, orders } from '#db/schema/index.ts'
import { keepSession } from '../accounts/session.ts'
import type { Instant } from '../day.ts'
import { releaseDayHold } from '../delivery/calendar-facts.ts'
import { releaseGiftCents } from '../pricing/gift-cards.ts'
import { releasePromotion } from '../pricing/promotions.ts'
import { releaseReward } from '../pricing/rewards.ts'
import { availableOf, releaseUnits } from '../stock/stock.ts'
import type { Chance } from '../tokens.ts'
import { type CartOwner, centerFor, findCart } from './queries.ts'
import { MAX_CART_LINES, type QuantityRefusal, quantityRefusal } from './rules.ts'

export type CartChange =
  | { ok: true; quantity: number }
  | { ok: false; reason: QuantityRefusal | 'cart_full' | 'being_paid'; quantity: number; limit: number }

type Doors = { db: Db; chance: Chance; now: Instant }

/** Puts `quantity` more of an offer into the visitor's cart, which begins here if need be. */
export function addToCart(
  doors: Doors,
  owner: CartOwner,
  offer: Offer,
  quantity: number,
): Promise<CartChange> {
  return change(doors, owner, offer, (standing) => standing + quantity)
}

/** Makes it exactly `quantity`; none takes the line out. */
export function setQuantity(
  doors: Doors,
  owner: CartOwner,
  offer: Offer,
  quantity: number,
): Promise<CartChange> {
  return change(doors, owner, offer, () => quantity)
}

/** Reads the standing quantity and writes the new one in one transaction: two tabs adding at once lose nothing. */
function change(
  doors: Doors,
  owner: CartOwner,
  offer: Offer,
  next: (standing: number) => number,
): Promise<CartChange> {
  const { db, now } = doors
  return quickly(db, (): CartChange => {
    const cart = findCart(db, owner)
    const standing = cart ? standingQuantity(db, cart.id, offer.id) : 0
    const quantity = next(standing)
    if (quantity === standing) return { ok: true, quantity }
    if (cart && isMoneyUnderWay(cart, now))
      return { ok: false, reason: 'being_paid', quantity: standing, limit: 0 }
    if (quantity > 0) {
      const available = availableFor(db, cart, owner, offer, now)
      const reason =
        quantityRefusal(offer, quantity, available) ?? (isFull(db, cart, standing) ? 'cart_full' : null)
      if (reason)
        return { ok: false, reason, quantity: standing, limit: Math.min(offer.maxQuantity, available) }
    }
    const order = cart ?? beginCart(doors, owner)
    writeLine(db, order, offer, quantity, now)
    changeOpenOrder(db, order, now)
    return { ok: true, quantity }
  })
}

/** The bank has the payment in hand, and what it pays for is still held: a change now would only send it back. */
export const isMoneyUnderWay = ({ state, moneyUnderWayAt, holdExpiresAt }: Order, now: Instant) =>
  state === 'payment_pending' && moneyUnderWayAt !== null && (holdExpiresAt ?? 0) > now

/**
 * Notes that an order which is not placed yet was changed: its version moves on, and whatever was prepared for
 * payment (holds, the ship day, the frozen total) is undone, because it was prepared for something else.
 * Inside the transaction of the change. @returns false when the order was placed meanwhile.
 */
export function changeOpenOrder(db: Db, order: Order, now: Instant): boolean {
  const changed = db
    .update(orders)
    .set({
      version: sql`${orders.version} + 1`,
      state: sql`case ${orders.state} when 'payment_pending' then 'addressed' else ${orders.state} end`,
      ...NOTHING_FROZEN,
      updatedAt: now,
    })
    .where(and(eq(orders.id, order.id), inArray(orders.state, ['cart', 'addressed', 'payment_pending'])))
    .run()
  if (changed.changes !== 1) return false
  releaseHeld(db, order.id)
  return true
}

/** Gives back everything that was kept for an order while it was being paid. Inside a transaction. */
export function releaseHeld(db: Db, orderId: number) {
  releaseUnits(db, orderId)
  releaseDayHold(db, orderId)
  releasePromotion(db, orderId)
  releaseReward(db, orderId)
  releaseGiftCents(db, orderId)
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
  moneyUnderWayAt: null,
}

/** The order's row begins with its first item, with the tokens it keeps for good. */
function beginCart({ db, chance, now }: Doors, owner: CartOwner): Order {
  keepSession(db, owner.sessionHash, now)
  return db
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

function writeLine(db: Db, order: Order, offer: Offer, quantity: number, now: Instant) {
  if (quantity === 0) {
    db.delete(orderLines).where(oneLine(order.id, offer.id)).run()
    return
  }
  const seen = { quantity, priceCents: offer.priceCents }
  db.insert(orderLines)
    .values({ orderId: order.id, offerId: offer.id, addedAt: now, ...seen })
    .onConflictDoUpdate({ target: [orderLines.orderId, orderLines.offerId], set: seen })
    .run()
}

function standingQuantity(db: Db, orderId: number, offerId: number): number {
  const line = db
    .select({ quantity: orderLines.quantity })
    .from(orderLines)
    .where(oneLine(orderId, offerId))
    .get()
  return line?.quantity ?? 0
}

function availableFor(db: Db, cart: Order | null, owner: CartOwner, offer: Offer, now: Instant): number {
  const fcId = cart?.fcId ?? centerFor(db, owner.postalCode)
  return availableOf(db, [offer.id], fcId, now, cart?.id).get(offer.id) ?? 0
}

function isFull(db: Db, cart: Order | null, standing: number): boolean {
  if (!cart || standing > 0) return false
  const lines = db.select({ id: orderLines.id }).from(orderLines).where(eq(orderLines.orderId, cart.id)).all()
  return lines.length >= MAX_CART_LINES
}

const oneLine = (orderId: number, offerId: number) =>
  and(eq(orderLines.orderId, orderId), eq(orderLines.offerId, offerId))
