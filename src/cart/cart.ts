import { and, eq } from 'drizzle-orm'
import { type Db, quickly, type Tx } from '#db/client.ts'
import { type Offer, type Order, orderLines } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { centerFor } from '../delivery/postal-zones.ts'
import {
  type CartOwner,
  changeOpenOrder,
  createCart,
  findCart,
  isPaymentInFlight,
} from '../orders/open-order.ts'
import { availableByOffer } from '../stock/stock.ts'
import type { Random } from '../tokens.ts'
import { MAX_CART_LINES, type QuantityRefusal, quantityRefusal } from './rules.ts'

export type CartChange =
  | { ok: true; quantity: number }
  | { ok: false; reason: QuantityRefusal | 'cart_full' | 'being_paid'; quantity: number; limit: number }

type Deps = { db: Db; random: Random; now: Instant }

export function addToCart(deps: Deps, owner: CartOwner, offer: Offer, quantity: number): Promise<CartChange> {
  return change(deps, owner, offer, (current) => current + quantity)
}

export function setQuantity(
  deps: Deps,
  owner: CartOwner,
  offer: Offer,
  quantity: number,
): Promise<CartChange> {
  return change(deps, owner, offer, () => quantity)
}

/** Reads the current quantity and writes the new one in one transaction, so two tabs adding at once lose nothing. */
function change(
  deps: Deps,
  owner: CartOwner,
  offer: Offer,
  next: (current: number) => number,
): Promise<CartChange> {
  const { db, now } = deps
  return quickly(db, (tx): CartChange => {
    const cart = findCart(tx, owner)
    const current = cart ? quantityInCart(tx, cart.id, offer.id) : 0
    const quantity = next(current)
    if (quantity === current) return { ok: true, quantity }
    if (cart && isPaymentInFlight(cart, now))
      return { ok: false, reason: 'being_paid', quantity: current, limit: 0 }
    if (quantity > 0) {
      const available = availableFor(tx, cart, owner, offer, now)
      const reason =
        quantityRefusal(offer, quantity, available) ?? (isFull(tx, cart, current) ? 'cart_full' : null)
      if (reason)
        return { ok: false, reason, quantity: current, limit: Math.min(offer.maxQuantity, available) }
    }
    const order = cart ?? createCart(tx, owner, deps)
    writeLine(tx, order, offer, quantity, now)
    changeOpenOrder(tx, order, now)
    return { ok: true, quantity }
  })
}

function writeLine(tx: Tx, order: Order, offer: Offer, quantity: number, now: Instant) {
  if (quantity === 0) {
    tx.delete(orderLines).where(isLine(order.id, offer.id)).run()
    return
  }
  const seen = { quantity, priceCents: offer.priceCents }
  tx.insert(orderLines)
    .values({ orderId: order.id, offerId: offer.id, addedAt: now, ...seen })
    .onConflictDoUpdate({ target: [orderLines.orderId, orderLines.offerId], set: seen })
    .run()
}

function quantityInCart(db: Db, orderId: number, offerId: number): number {
  const line = db
    .select({ quantity: orderLines.quantity })
    .from(orderLines)
    .where(isLine(orderId, offerId))
    .get()
  return line?.quantity ?? 0
}

function availableFor(db: Db, cart: Order | null, owner: CartOwner, offer: Offer, now: Instant): number {
  const fcId = cart?.fcId ?? centerFor(db, owner.postalCode)
  return availableByOffer(db, [offer.id], fcId, now, cart?.id).get(offer.id) ?? 0
}

function isFull(db: Db, cart: Order | null, current: number): boolean {
  if (!cart || current > 0) return false
  const lines = db.select({ id: orderLines.id }).from(orderLines).where(eq(orderLines.orderId, cart.id)).all()
  return lines.length >= MAX_CART_LINES
}

const isLine = (orderId: number, offerId: number) =>
  and(eq(orderLines.orderId, orderId), eq(orderLines.offerId, offerId))
