import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { fulfillmentCenters, type Lot, lots, offers, stock, stockMovements } from '#db/schema/index.ts'
import { addDays, type Day, type Instant } from '../day.ts'
import { EXPEDITED_TRANSIT_DAYS } from '../delivery/calendar.ts'
import { dayIn } from '../delivery/zones.ts'
import { attemptRows } from '../jobs/attempt.ts'
import type { Services } from '../services.ts'
import { inTransactions } from '../slices.ts'
import { freeUnitsOf } from './lots.ts'

/** So few that requests don't wait for a whole delivery that expires overnight. */
const LOTS_AT_ONCE = 25

type Lots = Pick<Services, 'db' | 'clock' | 'log'>

/** Ends lots that no box can deliver in time anymore. Their unsold units leave the stock, and so the pages. */
export async function expireLots(services: Lots) {
  const now = services.clock.now()
  await eachLot(
    services,
    (db, limit) => overdueLots(db, now).slice(0, limit),
    (tx, lot) => expire(tx, lot, now),
  )
  await eachLot(services, endedWithStock, (tx, lot) => withdraw(tx, lot, now))
}

/** A lot that can't be ended keeps no other one from it. */
async function eachLot(
  { db, log }: Lots,
  find: (db: Db, limit: number) => Lot[],
  work: (tx: DurableTx, lot: Lot) => void,
) {
  if (find(db, 1).length === 0) return
  const failed = new Set<number>()
  const some = (tx: DurableTx) =>
    attemptRows(
      tx,
      { log },
      {
        failure: 'an ended lot could not be taken off the stock',
        about: (lot) => ({ lot }),
        limit: LOTS_AT_ONCE,
        waiting: (most) => find(tx, most),
        work: (lot) => work(tx, lot),
      },
      failed,
    )
  await inTransactions(async () => (await durably(db, some)) >= LOTS_AT_ONCE)
}

/** A box that was to have units of an ended lot may get others instead, or leave its wave. */
const endedWithStock = (db: Db, limit: number): Lot[] =>
  db
    .select({ lot: lots })
    .from(lots)
    .innerJoin(stock, and(eq(stock.offerId, lots.offerId), eq(stock.fcId, lots.fcId)))
    .where(
      sql`${lots.state} <> 'open' and ${lots.unitsLeft} > ${lots.planned} + ${lots.withdrawn} and ${stock.onHand} > 0`,
    )
    .limit(limit)
    .all()
    .map(({ lot }) => lot)

function expire(tx: DurableTx, lot: Lot, now: Instant) {
  tx.update(lots).set({ state: 'expired' }).where(eq(lots.id, lot.id)).run()
  withdraw(tx, { ...lot, state: 'expired' }, now)
}

function overdueLots(db: Db, now: Instant): Lot[] {
  const centers = db
    .select({ id: fulfillmentCenters.id, zone: fulfillmentCenters.zone })
    .from(fulfillmentCenters)
    .all()
  return centers.flatMap(({ id, zone }) => overdueAt(db, id, dayIn(zone, now)))
}

const overdueAt = (db: Db, fcId: number, today: Day): Lot[] =>
  db
    .select({ lot: lots })
    .from(lots)
    .innerJoin(offers, eq(offers.id, lots.offerId))
    .where(
      and(
        sql`${lots.state} = 'open' and ${lots.unitsLeft} > 0`,
        eq(lots.fcId, fcId),
        sql`${lots.bestBy} < date(${addDays(today, EXPEDITED_TRANSIT_DAYS)}, '+' || ${offers.minDaysAtHome} || ' days')`,
      ),
    )
    .all()
    .map(({ lot }) => lot)

/** For units that came back, which may be from a lot that has ended. */
export function withdrawEnded(tx: DurableTx, fcId: number, offerIds: number[], now: Instant) {
  if (offerIds.length === 0) return
  const isEnded = and(eq(lots.fcId, fcId), inArray(lots.offerId, offerIds), ne(lots.state, 'open'))
  for (const lot of tx.select().from(lots).where(isEnded).all()) withdraw(tx, lot, now)
}

/** Takes a lot's unsold units off the stock, as far as there are any: the others wait for boxes that were sold. */
export function withdraw(tx: DurableTx, lot: Lot, now: Instant) {
  const { id, offerId, fcId, state } = lot
  if (state === 'open') throw new Error(`lot ${id} is for sale`)
  const isHere = and(eq(stock.offerId, offerId), eq(stock.fcId, fcId))
  const onHand = tx.select({ units: stock.onHand }).from(stock).where(isHere).get()?.units ?? 0
  const units = Math.min(freeUnitsOf(lot), onHand)
  if (units <= 0) return
  tx.update(stock)
    .set({ onHand: sql`${stock.onHand} - ${units}` })
    .where(isHere)
    .run()
  tx.update(lots)
    .set({ withdrawn: sql`${lots.withdrawn} + ${units}` })
    .where(eq(lots.id, id))
    .run()
  tx.insert(stockMovements)
    .values({ offerId, fcId, delta: -units, reason: state, note: `Lot ${lot.code}`, at: now, lotId: id })
    .run()
}
