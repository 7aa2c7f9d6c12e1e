import { and, eq } from 'drizzle-orm'
import { type Db, quickly, type Tx } from '#db/client.ts'
import { type Offer, type Order, orderLines } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { centerFor } from '../delivery/postal-zones.ts'
import {
  beginCart,
  type CartOwner,
  changeOpenOrder,
  findCart,
  isPaymentInFlight,
} from '../orders/open-order.ts'
import { availableOf } from '../stock/stock.ts'
import type { Chance } from '../tokens.ts'
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
  return quickly(db, (tx): CartChange => {
    const cart = findCart(tx, owner)
    const standing = cart ? standingQuantity(tx, cart.id, offer.id) : 0
    const quantity = next(standing)
    if (quantity === standing) return { ok: true, quantity }
    if (cart && isPaymentInFlight(cart, now))
      return { ok: false, reason: 'being_paid', quantity: standing, limit: 0 }
    if (quantity > 0) {
      const available = availableFor(tx, cart, owner, offer, now)
      const reason =
        quantityRefusal(offer, quantity, available) ?? (isFull(tx, cart, standing) ? 'cart_full' : null)
      if (reason)
        return { ok: false, reason, quantity: standing, limit: Math.min(offer.maxQuantity, available) }
    }
    const order = cart ?? beginCart(tx, owner, doors)
    writeLine(tx, order, offer, quantity, now)
    changeOpenOrder(tx, order, now)
    return { ok: true, quantity }
  })
}

function writeLine(tx: Tx, order: Order, offer: Offer, quantity: number, now: Instant) {
  if (quantity === 0) {
    tx.delete(orderLines).where(oneLine(order.id, offer.id)).run()
    return
  }
  const seen = { quantity, priceCents: offer.priceCents }
  tx.insert(orderLines)
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
