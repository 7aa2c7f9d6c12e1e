import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { bundles, offers, orderLines, varieties } from '#db/schema/index.ts'
import { earlyUntil } from '../catalog/early-until.ts'
import type { Instant } from '../day.ts'
import { type BundleInOrder, bundlesOf, bundleUnits } from '../orders/bundles.ts'
import type { CartOwner } from '../orders/open-order.ts'
import { shortageSentence } from '../orders/rules.ts'
import { boughtCardsOf } from '../pricing/bought-cards.ts'
import type { Random } from '../tokens.ts'
import { addBundle, picksOf } from './bundles.ts'
import { addToCart, type CartChange } from './cart.ts'
import { isWithheld } from './withheld.ts'

/** `limits`: sentences about what the order had and the box can't have now, or not as much of. */
export type Refill = { added: number; missing: string[]; limits: string[]; isBeingPaid: boolean }

type Deps = { db: Db; random: Random; now: Instant }

/** At today's prices. Leaves out what is sold out, or isn't sold to them, and adds what is left of the rest. */
export async function buyAgain(deps: Deps, owner: CartOwner, orderId: number): Promise<Refill> {
  const refill: Refill = { added: 0, missing: [], limits: [], isBeingPaid: false }
  const bundlesAgain = bundlesOf(deps.db, orderId).filter(hasPriceOfOurs)
  await addBundles(deps, owner, bundlesAgain, refill)
  if (!refill.isBeingPaid) await addItems(deps, owner, { orderId, bundlesAgain }, refill)
  if (boughtCardsOf(deps.db, orderId).length > 0) refill.limits.push(CARDS_ANEW)
  return refill
}

const CARDS_ANEW = 'Please choose its gift cards again on their own page.'

/** What staff priced for one order is bought again pack by pack. */
const hasPriceOfOurs = ({ bundleId }: BundleInOrder) => bundleId !== null

/** With the same cuts, or not at all. */
async function addBundles(deps: Deps, owner: CartOwner, bundlesAgain: BundleInOrder[], refill: Refill) {
  for (const bundle of bundlesAgain) {
    const change = await addBundle(deps, owner, handleOf(deps.db, bundle), picksOf(bundle))
    if (change.ok) refill.added += bundleUnits(bundle)
    else if (change.reason === 'being_paid') {
      refill.isBeingPaid = true
      return
    } else if (change.reason === 'unknown') refill.missing.push(bundle.name)
    else if ('bundle' in change)
      refill.limits.push(`${bundle.name} can't have the same cuts now. Please pick them again.`)
    else refill.limits.push(`Your box has no room for ${bundle.name}.`)
  }
}

const handleOf = (db: Db, { bundleId }: BundleInOrder): string =>
  db
    .select({ handle: bundles.handle })
    .from(bundles)
    .where(eq(bundles.id, bundleId ?? 0))
    .get()?.handle ?? ''

type Bought = { orderId: number; bundlesAgain: BundleInOrder[] }

/** Those bought one by one. */
async function addItems(deps: Deps, owner: CartOwner, { orderId, bundlesAgain }: Bought, refill: Refill) {
  const lines = deps.db
    .select({
      offer: offers,
      bought: orderLines.quantity,
      name: varieties.name,
      hidden: varieties.hidden,
      earlyUntil,
    })
    .from(orderLines)
    .innerJoin(offers, eq(offers.id, orderLines.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(orderLines.id)
    .all()
  for (const { offer, bought, name, ...sale } of lines) {
    const quantity = bought - unitsIn(bundlesAgain, offer.id)
    if (quantity <= 0) continue
    const item = `${name}, ${offer.label}`
    const change = isWithheld(deps.db, sale, owner) ? null : await addToCart(deps, owner, offer, quantity)
    if (change?.ok) refill.added += quantity
    else if (change?.reason === 'being_paid') {
      refill.isBeingPaid = true
      return
    } else if (change && isLimit(change)) {
      const rest = change.limit - change.quantity
      const isAdded = rest > 0 && (await addToCart(deps, owner, offer, rest)).ok
      if (isAdded) refill.added += rest
      refill.limits.push(limitSentence(item, change))
    } else refill.missing.push(item)
  }
}

const unitsIn = (bundlesAgain: BundleInOrder[], offerId: number): number =>
  bundlesAgain
    .flatMap(({ items }) => items)
    .filter((item) => item.offerId === offerId)
    .reduce((sum, { quantity }) => sum + quantity, 0)

type Refused = Extract<CartChange, { ok: false }>

const isLimit = ({ reason, limit }: Refused): boolean =>
  limit > 0 && (reason === 'not_enough' || reason === 'above_maximum')

const limitSentence = (item: string, { reason, limit }: Refused): string =>
  reason === 'not_enough'
    ? shortageSentence(item, limit)
    : `A box can hold up to ${limit.toLocaleString('en-US')} of ${item}.`
