import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { fulfillmentCenters, lots, offers, stock, varieties } from '#db/schema/index.ts'
import { addDays, type Day } from '../day.ts'

/** An offer with this many units or fewer is low, as in the centers. */
const LOW_UNITS = 5
/** A lot leaves the shelf some days before its best-by date, so staff need this much warning. */
const EXPIRING_DAYS = 14
const SHOWN = 100

const isLow = and(lte(stock.onHand, LOW_UNITS), eq(varieties.hidden, false), isNull(offers.pausedAt))

/** Low offers, by center. */
export const lowStock = (db: Db) =>
  db
    .select({
      token: offers.token,
      name: sql<string>`${varieties.name} || ', ' || ${offers.label}`,
      center: fulfillmentCenters.name,
      onHand: stock.onHand,
    })
    .from(stock)
    .innerJoin(offers, eq(offers.id, stock.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .innerJoin(fulfillmentCenters, eq(fulfillmentCenters.id, stock.fcId))
    .where(isLow)
    .orderBy(asc(stock.onHand), asc(varieties.name))
    .limit(SHOWN)
    .all()

export const expiringLots = (db: Db, today: Day) =>
  db
    .select({
      code: lots.code,
      token: offers.token,
      name: sql<string>`${varieties.name} || ', ' || ${offers.label}`,
      center: fulfillmentCenters.name,
      bestBy: lots.bestBy,
      unitsLeft: lots.unitsLeft,
    })
    .from(lots)
    .innerJoin(offers, eq(offers.id, lots.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .innerJoin(fulfillmentCenters, eq(fulfillmentCenters.id, lots.fcId))
    .where(
      and(sql`units_left > 0`, sql`${lots.state} = 'open'`, lte(lots.bestBy, addDays(today, EXPIRING_DAYS))),
    )
    .orderBy(asc(lots.bestBy))
    .limit(SHOWN)
    .all()

export type LowStock = ReturnType<typeof lowStock>
export type ExpiringLots = ReturnType<typeof expiringLots>
