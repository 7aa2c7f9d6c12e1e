import { eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { offers, orders, varieties } from '#db/schema/index.ts'
import { placedTotals } from '../pricing/placed-price.ts'
import { isFree, lineCents } from '../pricing/total.ts'

export type OfferFacts = { farmId: number; weightGrams: number; priceCents: number }

/** One offer of an order, as the order is now. */
export type OfferInOrder = {
  offerId: number
  quantity: number
  /** At the accepted price, before the scale. */
  atMostCents: number
  packedGrams: number | null
  packedCents: number | null
  shortUnits: number
  shortCents: number
  /** Packs that cost the shopper nothing. */
  givenUnits: number
}

export type OrderFacts = NonNullable<ReturnType<typeof readOrder>> & {
  /** The box never left, and never will. */
  isTakenBack: boolean
  offers: OfferInOrder[]
}

const statements = oncePerDatabase((db) => ({
  order: db
    .select({
      id: orders.id,
      state: orders.state,
      placedAt: orders.placedAt,
      ...placedTotals,
      spentCents: sql<number>`(select coalesce(sum(spent_cents), 0) from order_gift_cards where order_id = orders.id)`,
      cardsKeptCents: sql<number>`(select coalesce(sum(kept_cents), 0) from bought_gift_cards where order_id = orders.id)`,
      /** As in the check of the money ledger: what staff and the dashboard gave back without lowering the total. */
      returnedCents: sql<number>`(select coalesce(sum(iif(cause in ('dashboard', 'staff') and resolution is not 'retried', amount_cents, 0)
        - iif(resolution = 'covered', amount_cents, 0)), 0) from refunds where order_id = orders.id)`,
      keptCents: sql<number>`(select coalesce(sum(iif(resolution = 'not_owed', amount_cents, 0)), 0) from refunds where order_id = orders.id)`,
      outUnits: sql<number>`(select coalesce(-sum(delta), 0) from stock_movements
        where order_id = orders.id and reason in ('sold', 'returned'))`,
    })
    .from(orders)
    .where(eq(orders.id, sql.placeholder('orderId')))
    .prepare(),
  offer: db
    .select({
      farmId: varieties.farmId,
      weightGrams: offers.weightGrams,
      priceCents: offers.priceCents,
    })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(eq(offers.id, sql.placeholder('offerId')))
    .prepare(),
}))

const readOrder = (db: Db, orderId: number) => statements(db).order.get({ orderId })

export function offerFacts(db: Db, offerId: number): OfferFacts {
  const offer = statements(db).offer.get({ offerId })
  if (!offer) throw new Error(`offer ${offerId} is gone`)
  return offer
}

/** Null until the order is placed. */
export function factsOf(db: Db, orderId: number): OrderFacts | null {
  const order = readOrder(db, orderId)
  if (!order || order.placedAt === null) return null
  const isTakenBack = order.state === 'canceled' || (order.state === 'refunded' && order.outUnits === 0)
  return { ...order, isTakenBack, offers: offersOf(db, orderId) }
}

type Line = {
  offerId: number
  quantity: number
  priceCents: number
  bundledQuantity: number
  bundledCents: number
  packedGrams: number | null
  packedCents: number | null
}

function offersOf(db: Db, orderId: number): OfferInOrder[] {
  const lines = db.all<Line>(sql`
    select offer_id as offerId, quantity, price_cents as priceCents, bundled_quantity as bundledQuantity,
      bundled_cents as bundledCents, packed_grams as packedGrams, packed_cents as packedCents
    from order_lines where order_id = ${orderId}`)
  const shorts = db.all<{ offerId: number; units: number; freeUnits: number; cents: number }>(sql`
    select offer_id as offerId, sum(iif(items_cents > 0, quantity, 0)) as units,
      sum(iif(items_cents > 0, 0, quantity)) as freeUnits, sum(items_cents) as cents
    from box_shorts where order_id = ${orderId} group by offer_id`)
  const gifts = db.all<{ offerId: number }>(sql`
    select offer_id as offerId from order_rewards
    where order_id = ${orderId} and used_at is not null and offer_id is not null`)
  const byOffer = new Map<number, OfferInOrder>()
  const at = (offerId: number) => {
    const known = byOffer.get(offerId) ?? { ...NONE, offerId }
    byOffer.set(offerId, known)
    return known
  }
  for (const line of lines) addLine(at(line.offerId), line)
  for (const { offerId, units, cents } of shorts)
    Object.assign(at(offerId), { shortUnits: units, shortCents: cents })
  const isShort = (gift: number) => shorts.some(({ offerId, freeUnits }) => offerId === gift && freeUnits > 0)
  for (const { offerId } of gifts) if (!isShort(offerId)) at(offerId).givenUnits += 1
  return [...byOffer.values()]
}

const NONE = {
  quantity: 0,
  atMostCents: 0,
  packedGrams: null,
  packedCents: null,
  shortUnits: 0,
  shortCents: 0,
  givenUnits: 0,
}

function addLine(offer: OfferInOrder, line: Line) {
  const { quantity, packedGrams, packedCents } = line
  if (isFree(line)) offer.givenUnits += quantity
  else Object.assign(offer, { quantity, packedGrams, packedCents, atMostCents: lineCents(line) })
}
