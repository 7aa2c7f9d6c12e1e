import { desc, eq, sql } from 'drizzle-orm'
import { type Db, type DurableTx, oncePerDatabase } from '#db/client.ts'
import {
  type FarmEntryKind,
  farmEntries,
  farmStatements,
  type Period,
  SHOP_ACCOUNTS,
  type ShopAccount,
  shopEntries,
} from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { missing, NOTHING, PARTS, type Part, type PartName, type Parts, partsOf } from './farm-shares.ts'
import { factsOf, type OfferInOrder, type OrderFacts, offerFacts } from './order-facts.ts'
import { nextPeriod, periodOf } from './periods.ts'
import { type ShopShares, shopSharesOf } from './shop-shares.ts'
import { termsInForce } from './terms.ts'

/**
 * Adds to the ledger what an order's changes since the last time changed for its farms and the shop. It compares what
 * the ledger has with what the order is now, so doing it again adds nothing, and no verb that changes an order has to
 * know about farms.
 */
export function postOrder(tx: DurableTx, orderId: number, changedAt: Instant) {
  const order = factsOf(tx, orderId)
  if (!order) return
  for (const offer of allOffers(tx, order)) postOffer(tx, order, offer, changedAt)
  postShopShares(tx, order, changedAt)
}

/** Also those that an edit took out. */
function allOffers(db: Db, order: OrderFacts): OfferInOrder[] {
  const known = new Set(order.offers.map(({ offerId }) => offerId))
  const gone = statements(db)
    .offers.all({ orderId: order.id })
    .flatMap(({ offerId }) => (offerId === null || known.has(offerId) ? [] : [{ ...NOT_IN_IT, offerId }]))
  return [...order.offers, ...gone]
}

const NOT_IN_IT = {
  quantity: 0,
  atMostCents: 0,
  packedGrams: null,
  packedCents: null,
  shortUnits: 0,
  shortCents: 0,
  givenUnits: 0,
}

function postOffer(tx: DurableTx, order: OrderFacts, offer: OfferInOrder, changedAt: Instant) {
  const { offerId } = offer
  const placedAt = order.placedAt ?? changedAt
  const posted = postedOf(tx, order.id, offerId)
  const facts = offerFacts(tx, offerId)
  const farmId = posted.farmId ?? facts.farmId
  const terms = termsInForce(tx, farmId, offerId, placedAt)
  const parts = partsOf({ offer, facts, terms, posted: posted.parts, isTakenBack: order.isTakenBack })
  const isFirstTerms = posted.termsId === null && terms !== null
  const at = posted.farmId === null || isFirstTerms ? placedAt : changedAt
  for (const name of PARTS) {
    const rest = missing(parts[name], posted.parts[name], isFirstTerms)
    if (!rest) continue
    const entry = {
      orderId: order.id,
      offerId,
      kind: kindOf(name, rest),
      termsId: terms?.id ?? null,
      ...rest,
    }
    addFarmEntry(tx, farmId, entry, at)
  }
}

const kindOf = (name: PartName, { units, goodsCents }: Part): FarmEntryKind =>
  name === 'sold' && (units < 0 || goodsCents < 0) ? 'refunded' : name

type Entry = Omit<typeof farmEntries.$inferInsert, 'farmId' | 'period' | 'adjusts' | 'at'>

/** In the month when it happened; if that or a later one is closed, in the first after all closed ones. */
export function addFarmEntry(tx: DurableTx, farmId: number, entry: Entry, at: Instant) {
  const month = periodOf(at)
  const period = firstOpen(tx, farmId, month)
  const adjusts = period === month ? null : month
  statements(tx).addToFarm.run({
    claimId: null,
    offerId: null,
    termsId: null,
    ...entry,
    farmId,
    period,
    adjusts,
    at,
  })
}

/** Never before a closed month, which has carried over the farm's debt: an empty month is passed over, not closed. */
function firstOpen(db: Db, farmId: number, from: Period): Period {
  const last = statements(db).lastClosed.get({ farmId })?.period
  return last !== undefined && last >= from ? nextPeriod(last) : from
}

type Posted = { farmId: number | null; termsId: number | null; parts: Parts }

function postedOf(db: Db, orderId: number, offerId: number): Posted {
  const parts: Parts = { sold: NOTHING, short: NOTHING, weight: NOTHING, given: NOTHING }
  let [farmId, termsId]: (number | null)[] = [null, null]
  for (const { part, farm, terms, ...sums } of statements(db).posted.all({ orderId, offerId })) {
    parts[part] = sums
    farmId = farm
    termsId = terms ?? termsId ?? null
  }
  return { farmId: farmId ?? null, termsId: termsId ?? null, parts }
}

function postShopShares(tx: DurableTx, order: OrderFacts, changedAt: Instant) {
  const posted = postedShares(tx, order.id)
  const shares = shopSharesOf(order)
  const isNew = Object.keys(posted).length === 0
  const at = isNew ? (order.placedAt ?? changedAt) : changedAt
  const period = periodOf(at)
  for (const account of SHOP_ACCOUNTS) {
    const cents = shares[account] - (posted[account] ?? 0)
    if (cents !== 0) statements(tx).addToShop.run({ period, orderId: order.id, account, cents, at })
  }
}

const postedShares = (db: Db, orderId: number): Partial<ShopShares> =>
  Object.fromEntries(
    statements(db)
      .shop.all({ orderId })
      .map(({ account, cents }) => [account, cents]),
  )

/** What an order's ledger will add up to once its changes are in it. */
export function centsToPost(db: Db, orderId: number): number {
  const order = factsOf(db, orderId)
  if (!order) return 0
  const ofShop = Object.values(shopSharesOf(order)).reduce((sum, share) => sum + share, 0)
  if (order.isTakenBack) return ofShop
  return order.offers.reduce((sum, offer) => sum + (offer.packedCents ?? offer.atMostCents), ofShop)
}

const sumOf = (column: (typeof farmEntries)['units' | 'grams' | 'goodsCents' | 'soldCents' | 'feeCents']) =>
  sql<number>`sum(${column})`

const statements = oncePerDatabase((db) => ({
  lastClosed: db
    .select({ period: farmStatements.period })
    .from(farmStatements)
    .where(eq(farmStatements.farmId, sql.placeholder('farmId')))
    .orderBy(desc(farmStatements.period))
    .limit(1)
    .prepare(),
  offers: db
    .selectDistinct({ offerId: farmEntries.offerId })
    .from(farmEntries)
    .where(eq(farmEntries.orderId, sql.placeholder('orderId')))
    .prepare(),
  posted: db
    .select({
      part: sql<PartName>`iif(${farmEntries.kind} = 'refunded', 'sold', ${farmEntries.kind})`.as('part'),
      farm: sql<number>`max(${farmEntries.farmId})`,
      terms: sql<number | null>`max(${farmEntries.termsId})`,
      units: sumOf(farmEntries.units),
      grams: sumOf(farmEntries.grams),
      goodsCents: sumOf(farmEntries.goodsCents),
      soldCents: sumOf(farmEntries.soldCents),
      feeCents: sumOf(farmEntries.feeCents),
    })
    .from(farmEntries)
    .where(
      sql`${farmEntries.orderId} = ${sql.placeholder('orderId')} and ${farmEntries.offerId} = ${sql.placeholder('offerId')}`,
    )
    .groupBy(sql`part`)
    .prepare(),
  shop: db
    .select({
      account: sql<ShopAccount>`${shopEntries.account}`,
      cents: sql<number>`sum(${shopEntries.cents})`,
    })
    .from(shopEntries)
    .where(eq(shopEntries.orderId, sql.placeholder('orderId')))
    .groupBy(shopEntries.account)
    .prepare(),
  addToFarm: db
    .insert(farmEntries)
    .values({
      farmId: sql.placeholder('farmId'),
      period: sql.placeholder('period'),
      orderId: sql.placeholder('orderId'),
      offerId: sql.placeholder('offerId'),
      claimId: sql.placeholder('claimId'),
      kind: sql.placeholder('kind'),
      units: sql.placeholder('units'),
      grams: sql.placeholder('grams'),
      goodsCents: sql.placeholder('goodsCents'),
      soldCents: sql.placeholder('soldCents'),
      feeCents: sql.placeholder('feeCents'),
      termsId: sql.placeholder('termsId'),
      adjusts: sql.placeholder('adjusts'),
      at: sql.placeholder('at'),
    })
    .prepare(),
  addToShop: db
    .insert(shopEntries)
    .values({
      period: sql.placeholder('period'),
      orderId: sql.placeholder('orderId'),
      account: sql.placeholder('account'),
      cents: sql.placeholder('cents'),
      at: sql.placeholder('at'),
    })
    .prepare(),
}))
