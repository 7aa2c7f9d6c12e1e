import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { farms, type Order, offers, varieties } from '#db/schema/index.ts'
import { searchVarieties } from '../catalog/search/search.ts'
import { suggestions } from '../catalog/suggestions.ts'
import type { Instant } from '../day.ts'
import { itemsOf } from '../orders/items.ts'
import { buyerOf } from '../orders/readiness.ts'
import { shortagesOf } from '../stock/stock.ts'

const MAX_SHOWN = 12
/** The shop's search ranks; the first of them are looked at. */
const MAX_READ = 40

/** What a placed box could still take along on its day, by a search; without one, a few of what is in stock. */
export function addableOffers(db: Db, order: Order, query: string, now: Instant) {
  const { fcId } = order
  if (fcId === null) return []
  const inBox = new Set(itemsOf(db, order.id).map(({ offerId }) => offerId))
  const found = query.trim() === '' ? suggested(db, fcId, now) : searched(db, query)
  const rows = found.filter(({ offerId, hidden }) => !hidden && !inBox.has(offerId))
  const least = rows.map(({ offerId, minQuantity }) => ({ offerId, quantity: minQuantity }))
  const short = new Set(shortagesOf(db, buyerOf(order, fcId), least, now).map(({ offerId }) => offerId))
  return rows.filter(({ offerId }) => !short.has(offerId)).slice(0, MAX_SHOWN)
}

export type AddableOffer = ReturnType<typeof addableOffers>[number]

const columns = {
  offerId: offers.id,
  varietyId: varieties.id,
  token: offers.token,
  label: offers.label,
  priceCents: offers.priceCents,
  poundCents: offers.poundCents,
  minQuantity: offers.minQuantity,
  maxQuantity: offers.maxQuantity,
  name: varieties.name,
  pictures: varieties.pictures,
  hidden: varieties.hidden,
  farm: farms.name,
}

const selectOffers = (db: Db) =>
  db
    .select(columns)
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .innerJoin(farms, eq(farms.id, varieties.farmId))

function searched(db: Db, query: string) {
  const ids = searchVarieties(db, query).ids.slice(0, MAX_READ)
  const rank = new Map(ids.map((id, index) => [id, index]))
  return selectOffers(db)
    .where(inArray(offers.varietyId, ids))
    .orderBy(offers.position)
    .all()
    .sort((one, other) => (rank.get(one.varietyId) ?? 0) - (rank.get(other.varietyId) ?? 0))
}

const suggested = (db: Db, fcId: number, now: Instant) =>
  suggestions(db, { fcId, now }).flatMap(({ offer }) =>
    selectOffers(db)
      .where(and(eq(offers.token, offer.token)))
      .all(),
  )
