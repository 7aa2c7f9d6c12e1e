import { and, count, eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase, quickly, type Tx } from '#db/client.ts'
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
import { availableByOffer, availableUnits } from '../stock/stock.ts'
import type { Random } from '../tokens.ts'
import { MAX_CART_LINES, type QuantityRefusal, quantityRefusal } from './rules.ts'

export type CartChange =
  | { ok: true; quantity: number; orderId: number | null }
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

/**
 * Reads the current quantity and writes the new one in one transaction, so two tabs adding at once lose nothing. It is
 * that of what is bought one by one; units of bundles come and go with their bundle.
 */
function change(
  deps: Deps,
  owner: CartOwner,
  offer: Offer,
  next: (current: number) => number,
): Promise<CartChange> {
  const { db, now } = deps
  return quickly(db, (tx): CartChange => {
    const cart = findCart(tx, owner)
    const { current, bundled, lines } = cart ? linesOf(tx, cart.id, offer.id) : NO_LINES
    const quantity = next(current)
    if (quantity === current) return { ok: true, quantity, orderId: cart?.id ?? null }
    if (cart && isPaymentInFlight(cart, now))
      return { ok: false, reason: 'being_paid', quantity: current, limit: 0 }
    if (quantity > 0) {
      const available = Math.max(0, availableFor(tx, cart, owner, offer, now) - bundled)
      const maxQuantity = offer.maxQuantity - bundled
      const isFull = current + bundled === 0 && lines >= MAX_CART_LINES
      const reason =
        quantityRefusal({ ...offer, maxQuantity }, quantity, available) ?? (isFull ? 'cart_full' : null)
      if (reason) return { ok: false, reason, quantity: current, limit: Math.min(maxQuantity, available) }
    }
    const order = cart ?? createCart(tx, owner, deps)
    writeLine(tx, order, offer, quantity + bundled, now)
    changeOpenOrder(tx, order, now)
    return { ok: true, quantity, orderId: order.id }
  })
}

function writeLine(tx: Tx, order: Order, offer: Offer, quantity: number, now: Instant) {
  if (quantity === 0) {
    statements(tx).remove.run({ orderId: order.id, offerId: offer.id })
    return
  }
  const { id: offerId, priceCents, poundCents } = offer
  statements(tx).put.run({ orderId: order.id, offerId, now, quantity, priceCents, poundCents })
}

const NO_LINES = { current: 0, bundled: 0, lines: 0 }

const linesOf = (db: Db, orderId: number, offerId: number) =>
  statements(db).lines.get({ orderId, offerId }) ?? NO_LINES

function availableFor(db: Db, cart: Order | null, owner: CartOwner, offer: Offer, now: Instant): number {
  const fcId = cart?.fcId ?? centerFor(db, owner.postalCode)
  if (fcId !== null) return availableUnits(db, offer.id, fcId, now, cart?.id)
  return availableByOffer(db, [offer.id], null, now, cart?.id).get(offer.id) ?? 0
}

const placeholder = sql.placeholder

const isLine = and(
  eq(orderLines.orderId, placeholder('orderId')),
  eq(orderLines.offerId, placeholder('offerId')),
)

const statements = oncePerDatabase((db) => ({
  lines: db
    .select({
      lines: count(),
      current: sql<number>`coalesce(sum(case ${orderLines.offerId} when ${placeholder('offerId')}
        then ${orderLines.quantity} - ${orderLines.bundledQuantity} end), 0)`,
      bundled: sql<number>`coalesce(sum(case ${orderLines.offerId} when ${placeholder('offerId')}
        then ${orderLines.bundledQuantity} end), 0)`,
    })
    .from(orderLines)
    .where(eq(orderLines.orderId, placeholder('orderId')))
    .prepare(),
  put: db
    .insert(orderLines)
    .values({
      orderId: placeholder('orderId'),
      offerId: placeholder('offerId'),
      addedAt: placeholder('now'),
      quantity: placeholder('quantity'),
      priceCents: placeholder('priceCents'),
      poundCents: placeholder('poundCents'),
    })
    .onConflictDoUpdate({
      target: [orderLines.orderId, orderLines.offerId],
      set: {
        quantity: sql`excluded.quantity`,
        priceCents: sql`excluded.price_cents`,
        poundCents: sql`excluded.pound_cents`,
      },
    })
    .prepare(),
  remove: db.delete(orderLines).where(isLine).prepare(),
}))
