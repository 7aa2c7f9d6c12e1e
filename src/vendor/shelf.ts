import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { fulfillmentCenters, offers, stockMovements, varieties } from '#db/schema/index.ts'
import { waitingCount } from '../catalog/wait-list-rounds.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { IDENTIFIER } from '../orders/identifier.ts'
import { incomingUnits } from '../stock/deliveries.ts'
import { lotsOfOffer } from '../stock/lot-list.ts'

export const SHELF_PER_PAGE = 50

/** Units sold less those that came back. Spelled out, since drizzle leaves out the table's name. */
const soldSince = (at: Instant) => sql<number>`coalesce((
  select -sum(delta) from stock_movements
  where offer_id = offers.id and reason in ('sold', 'returned') and at > ${at}), 0)`

const onHand = sql<number>`coalesce((select sum(on_hand) from stock where offer_id = offers.id), 0)`

const reservedNow = (now: Instant) => sql<number>`coalesce((
  select sum(quantity) from holds where offer_id = offers.id and expires_at > ${now}), 0)`

const selectShelf = (db: Db, now: Instant) =>
  db
    .select({
      offerId: offers.id,
      token: offers.token,
      name: varieties.name,
      label: offers.label,
      picture: sql<string | null>`${varieties.pictures} ->> 0`,
      priceCents: offers.priceCents,
      poundCents: offers.poundCents,
      pausedAt: offers.pausedAt,
      proposedCents: sql<number | null>`(
        select price_cents from price_proposals where offer_id = offers.id and state = 'open')`,
      onHand,
      reserved: reservedNow(now),
      soldInWeek: soldSince(now - 7 * DAY_MS),
      soldInFourWeeks: soldSince(now - 28 * DAY_MS),
      waiting: waitingCount(now),
    })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))

type Row = ReturnType<typeof selectShelf>['_']['result'][number]

export type ShelfItem = ReturnType<typeof withPlaces>

/** An offer with what its farm wants to know; `available` counts what can be bought. */
const withPlaces = (db: Db, row: Row, now: Instant) => {
  const centers = unitsByCenter(db, row.offerId, now)
  const available = row.pausedAt === null ? Math.max(0, row.onHand - row.reserved) : 0
  const [incoming, lots] = [incomingUnits(db, row.offerId), lotsOfOffer(db, row.offerId)]
  return { ...row, available, centers, incoming, lots }
}

const unitsByCenter = (db: Db, offerId: number, now: Instant) =>
  db
    .select({
      center: fulfillmentCenters.slug,
      name: fulfillmentCenters.name,
      onHand: sql<number>`coalesce((
        select on_hand from stock where offer_id = ${offerId} and fc_id = fulfillment_centers.id), 0)`,
      reserved: sql<number>`coalesce((
        select sum(quantity) from holds
        where offer_id = ${offerId} and fc_id = fulfillment_centers.id and expires_at > ${now}), 0)`,
    })
    .from(fulfillmentCenters)
    .orderBy(asc(fulfillmentCenters.id))
    .all()

export type Shelf = ReturnType<typeof listShelf>

export function listShelf(db: Db, farmId: number, now: Instant, page: number) {
  const isOurs = eq(varieties.farmId, farmId)
  const counted = db
    .select({ total: sql<number>`count(*)` })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(isOurs)
    .get()
  const total = counted?.total ?? 0
  const items = selectShelf(db, now)
    .where(isOurs)
    .orderBy(asc(varieties.name), asc(offers.position), asc(offers.id))
    .limit(SHELF_PER_PAGE)
    .offset((page - 1) * SHELF_PER_PAGE)
    .all()
    .map((row) => withPlaces(db, row, now))
  return { items, total, page, pages: Math.max(1, Math.ceil(total / SHELF_PER_PAGE)) }
}

/** Null for another farm's. */
export function shelfItem(db: Db, farmId: number, token: string, now: Instant): ShelfItem | null {
  const row = selectShelf(db, now)
    .where(and(eq(varieties.farmId, farmId), eq(offers.token, token)))
    .get()
  return row ? withPlaces(db, row, now) : null
}

const MOVEMENTS_PER_PAGE = 50

export type FarmMovement = ReturnType<typeof listMovements>['movements'][number]

/** Notes of short boxes name their orders, and clerks write some. */
const ORDER_NUMBERS = new RegExp(`\\b${IDENTIFIER}\\b`, 'gi')

/** The clerks' ledger of all centers, the latest first, without whose orders they were. */
export function listMovements(db: Db, offerId: number, page: number) {
  const isOfOffer = eq(stockMovements.offerId, offerId)
  const counted = db.select({ total: sql<number>`count(*)` }).from(stockMovements).where(isOfOffer).get()
  const total = counted?.total ?? 0
  const movements = db
    .select({
      at: stockMovements.at,
      delta: stockMovements.delta,
      reason: stockMovements.reason,
      note: stockMovements.note,
      center: fulfillmentCenters.name,
    })
    .from(stockMovements)
    .innerJoin(fulfillmentCenters, eq(fulfillmentCenters.id, stockMovements.fcId))
    .where(isOfOffer)
    .orderBy(desc(stockMovements.id))
    .limit(MOVEMENTS_PER_PAGE)
    .offset((page - 1) * MOVEMENTS_PER_PAGE)
    .all()
    .map((movement) => ({ ...movement, note: movement.note?.replace(ORDER_NUMBERS, 'a box') ?? null }))
  return { movements, total, page, pages: Math.max(1, Math.ceil(total / MOVEMENTS_PER_PAGE)) }
}
