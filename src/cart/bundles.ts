import { count, eq } from 'drizzle-orm'
import { type Db, quickly, type Tx } from '#db/client.ts'
import { type Order, type OrderBundle, orderBundles, orderLines } from '#db/schema/index.ts'
import { type Gap, gapsIn, type Picks } from '../catalog/bundle-rules.ts'
import {
  type BundleChoice,
  type BundleForSale,
  bundleByHandle,
  bundleById,
  replacementsFor,
} from '../catalog/bundles.ts'
import type { Instant } from '../day.ts'
import { centerFor } from '../delivery/postal-zones.ts'
import { type BundleInOrder, bundlesOf, fillBundle, orderBundleOf, removeBundle } from '../orders/bundles.ts'
import {
  type CartOwner,
  changeOpenOrder,
  createCart,
  findCart,
  isPaymentInFlight,
} from '../orders/open-order.ts'
import { shareOut } from '../pricing/bundle-shares.ts'
import { availableByOffer } from '../stock/stock.ts'
import type { Random } from '../tokens.ts'
import { MAX_CART_LINES } from './rules.ts'

type Deps = { db: Db; random: Random; now: Instant }

/** A picked cut that there isn't enough of, and what of its group may replace it. */
export type SoldOut = { choice: BundleChoice; available: number; instead: BundleChoice[] }

export type BundleRefusal =
  | { reason: 'unknown' }
  | { reason: 'being_paid' | 'too_many' | 'cart_full' }
  | { reason: 'unknown_choice'; bundle: BundleForSale }
  | { reason: 'incomplete'; bundle: BundleForSale; missing: Gap[] }
  | { reason: 'sold_out'; bundle: BundleForSale; soldOut: SoldOut[] }

export type BundleChange =
  | { ok: true; orderId: number; bundle: Pick<OrderBundle, 'token' | 'name' | 'priceCents'> }
  | ({ ok: false } & BundleRefusal)

/** More would not fit in a box. */
export const MAX_BUNDLES = 5

export const addBundle = (
  deps: Deps,
  owner: CartOwner,
  handle: string,
  picks: Picks,
): Promise<BundleChange> =>
  quickly(deps.db, (tx) => {
    const cart = findCart(tx, owner)
    const bundle = bundleByHandle(tx, handle, viewOf(tx, cart, owner, deps.now))
    return bundle ? put(tx, deps, owner, { cart, bundle, picks, line: null }) : UNKNOWN
  })

/** Other cuts for a bundle in the cart. It keeps the price that it was added with. */
export const changeBundle = (
  deps: Deps,
  owner: CartOwner,
  token: string,
  picks: Picks,
): Promise<BundleChange> =>
  quickly(deps.db, (tx) => {
    const cart = findCart(tx, owner)
    const line = cart && orderBundleOf(tx, cart.id, token)
    const bundle = line && bundleById(tx, line.bundleId ?? 0, viewOf(tx, cart, owner, deps.now))
    return bundle ? put(tx, deps, owner, { cart, bundle, picks, line }) : UNKNOWN
  })

/** @returns its name; null if the cart has no such bundle, or is being paid */
export const removeFromCart = (deps: Deps, owner: CartOwner, token: string): Promise<string | null> =>
  quickly(deps.db, (tx) => {
    const cart = findCart(tx, owner)
    const line = cart && orderBundleOf(tx, cart.id, token)
    if (!line || isPaymentInFlight(cart, deps.now)) return null
    removeBundle(tx, line)
    changeOpenOrder(tx, cart, deps.now)
    return line.name
  })

export const picksOf = ({ items }: Pick<BundleInOrder, 'items'>): Picks =>
  Object.fromEntries(items.map(({ token, quantity }) => [token, quantity]))

const UNKNOWN: BundleChange = { ok: false, reason: 'unknown' }

const viewOf = (db: Db, cart: Order | null, { postalCode }: CartOwner, now: Instant) => ({
  now,
  fcId: cart?.fcId ?? centerFor(db, postalCode),
})

type Put = { cart: Order | null; bundle: BundleForSale; picks: Picks; line: OrderBundle | null }

function put(tx: Tx, deps: Deps, owner: CartOwner, { cart, bundle, picks, line }: Put): BundleChange {
  const { now, random } = deps
  if (cart && isPaymentInFlight(cart, now)) return { ok: false, reason: 'being_paid' }
  const chosen = chosenOf(bundle, picks)
  if (!chosen) return { ok: false, reason: 'unknown_choice', bundle }
  const missing = gapsIn(bundle.groups, picks)
  if (missing.length > 0) return { ok: false, reason: 'incomplete', bundle, missing }
  const soldOut = soldOutOf(tx, owner, { cart, bundle, line }, chosen, now)
  if (soldOut.length > 0) return { ok: false, reason: 'sold_out', bundle, soldOut }
  const full = line ? null : fullReason(tx, cart, chosen)
  if (full) return { ok: false, reason: full }

  const order = cart ?? createCart(tx, owner, deps)
  const { id: bundleId, name, priceCents } = bundle
  const placed =
    line ??
    tx
      .insert(orderBundles)
      .values({ token: random.token(), orderId: order.id, bundleId, name, priceCents, addedAt: now })
      .returning()
      .get()
  const prices = new Map(chosen.map((choice) => [choice.offerId, choice.priceCents]))
  fillBundle(tx, placed, shareOut(placed.priceCents, chosen), (offerId) => ({
    priceCents: prices.get(offerId) ?? 0,
    poundCents: null,
    addedAt: now,
  }))
  changeOpenOrder(tx, order, now)
  return { ok: true, orderId: order.id, bundle: placed }
}

type Chosen = BundleChoice & { quantity: number }

/** Null if something was picked that is not in the bundle. */
function chosenOf({ groups }: BundleForSale, picks: Picks): Chosen[] | null {
  const choices = groups.flatMap((group) => group.choices)
  const known = new Set(choices.map(({ token }) => token))
  if (Object.entries(picks).some(([token, quantity]) => quantity > 0 && !known.has(token))) return null
  return choices.flatMap((choice) => {
    const quantity = picks[choice.token] ?? 0
    return quantity > 0 ? [{ ...choice, quantity }] : []
  })
}

/** Counts what else the cart holds of an offer, bought one by one or in other bundles. */
function soldOutOf(
  tx: Tx,
  owner: CartOwner,
  { cart, bundle, line }: Omit<Put, 'picks'>,
  chosen: Chosen[],
  now: Instant,
): SoldOut[] {
  const { fcId } = viewOf(tx, cart, owner, now)
  const offerIds = chosen.map(({ offerId }) => offerId)
  const available = availableByOffer(tx, offerIds, fcId, now, cart?.id)
  const others = cart ? otherUnits(tx, cart.id, line) : new Map<number, number>()
  return chosen.flatMap((choice) => {
    const most = Math.min(available.get(choice.offerId) ?? 0, choice.maxQuantity)
    const left = Math.max(0, most - (others.get(choice.offerId) ?? 0))
    if (left >= choice.quantity) return []
    return [{ choice, available: left, instead: replacementsFor(bundle, choice.token) }]
  })
}

function otherUnits(tx: Tx, orderId: number, line: OrderBundle | null): Map<number, number> {
  const own = bundlesOf(tx, orderId).find(({ id }) => id === line?.id)?.items ?? []
  const ownUnits = new Map(own.map(({ offerId, quantity }) => [offerId, quantity]))
  const lines = tx
    .select({ offerId: orderLines.offerId, quantity: orderLines.quantity })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .all()
  return new Map(lines.map(({ offerId, quantity }) => [offerId, quantity - (ownUnits.get(offerId) ?? 0)]))
}

function fullReason(tx: Tx, cart: Order | null, chosen: Chosen[]): 'too_many' | 'cart_full' | null {
  if (!cart) return null
  const [held] = tx
    .select({ bundles: count() })
    .from(orderBundles)
    .where(eq(orderBundles.orderId, cart.id))
    .all()
  if ((held?.bundles ?? 0) >= MAX_BUNDLES) return 'too_many'
  const lines = otherUnits(tx, cart.id, null)
  const added = chosen.filter(({ offerId }) => !lines.has(offerId)).length
  return lines.size + added > MAX_CART_LINES ? 'cart_full' : null
}
