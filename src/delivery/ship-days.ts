import { and, count, eq, gt, lte, ne, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase, type Tx } from '#db/client.ts'
import { dayHolds, fulfillmentCenters, shipDays } from '#db/schema/delivery.ts'
import type { Day, Instant } from '#src/day.ts'

export type DayPlace = { ok: true } | { ok: false; reason: 'day_full' }

type Place = { orderId: number; fcId: number; shipOn: Day; now: Instant }

/**
 * Keeps a place on a ship day while the order is paid, in exchange for any place it kept before; refused, it
 * keeps the old one. To be called in a transaction: between the count and the write nobody else may come.
 */
export function placeDayHold(tx: Tx, { expiresAt, ...place }: Place & { expiresAt: Instant }): DayPlace {
  if (isFull(tx, place)) return { ok: false, reason: 'day_full' }
  const { orderId, fcId, shipOn } = place
  statements(tx).hold.run({ orderId, fcId, shipOn, expiresAt })
  return { ok: true }
}

export function releaseDayHold(tx: Tx, orderId: number) {
  statements(tx).release.run({ orderId })
}

/** Forgets holds that count no more anyway. */
export function sweepDayHolds(tx: Tx, now: Instant) {
  tx.delete(dayHolds).where(lte(dayHolds.expiresAt, now)).run()
}

/**
 * Turns the order's hold into a sold place, once the money is there; without a live hold it takes what is left.
 * Refused, nothing is changed. To be called in the transaction that completes the order, which makes it once.
 */
export function bookShipDay(tx: Tx, place: Place): DayPlace {
  if (isFull(tx, place)) return { ok: false, reason: 'day_full' }
  const { orderId, fcId, shipOn } = place
  releaseDayHold(tx, orderId)
  statements(tx).book.run({ fcId, shipOn })
  return { ok: true }
}

/** Gives a sold place back. Throws when none was sold: the table itself refuses to go below zero. */
export function unbookShipDay(tx: Tx, { fcId, shipOn }: { fcId: number; shipOn: Day }) {
  const { changes } = tx
    .update(shipDays)
    .set({ booked: sql`${shipDays.booked} - 1` })
    .where(and(eq(shipDays.fcId, fcId), eq(shipDays.shipOn, shipOn)))
    .run()
  if (changes === 0) throw new Error(`no place was sold on ${shipOn} at center ${fcId}`)
}

/** Places left on a ship day for an order, counting sold ones and others' live holds. */
export function placesLeft(db: Db, { orderId, fcId, shipOn, now }: Place): number {
  const { capacityOf, soldOn, heldByOthers } = statements(db)
  const sold = soldOn.get({ fcId, shipOn })
  const capacity = sold?.capacity ?? capacityOf.get({ fcId })?.dailyCapacity ?? 0
  const held = heldByOthers.get({ fcId, shipOn, now, orderId })?.held ?? 0
  return capacity - (sold?.booked ?? 0) - held
}

const isFull = (db: Db, place: Place) => placesLeft(db, place) <= 0

const given = sql.placeholder

const statements = oncePerDatabase((db) => ({
  hold: db
    .insert(dayHolds)
    .values({
      orderId: given('orderId'),
      fcId: given('fcId'),
      shipOn: given('shipOn'),
      expiresAt: given('expiresAt'),
    })
    .onConflictDoUpdate({
      target: dayHolds.orderId,
      set: { fcId: sql`excluded.fc_id`, shipOn: sql`excluded.ship_on`, expiresAt: sql`excluded.expires_at` },
    })
    .prepare(),
  release: db
    .delete(dayHolds)
    .where(eq(dayHolds.orderId, given('orderId')))
    .prepare(),
  book: db
    .insert(shipDays)
    .values({ fcId: given('fcId'), shipOn: given('shipOn'), booked: 1 })
    .onConflictDoUpdate({
      target: [shipDays.fcId, shipDays.shipOn],
      set: { booked: sql`${shipDays.booked} + 1` },
    })
    .prepare(),
  capacityOf: db
    .select({ dailyCapacity: fulfillmentCenters.dailyCapacity })
    .from(fulfillmentCenters)
    .where(eq(fulfillmentCenters.id, given('fcId')))
    .prepare(),
  soldOn: db
    .select({ booked: shipDays.booked, capacity: shipDays.capacity })
    .from(shipDays)
    .where(and(eq(shipDays.fcId, given('fcId')), eq(shipDays.shipOn, given('shipOn'))))
    .prepare(),
  heldByOthers: db
    .select({ held: count() })
    .from(dayHolds)
    .where(
      and(
        eq(dayHolds.fcId, given('fcId')),
        eq(dayHolds.shipOn, given('shipOn')),
        gt(dayHolds.expiresAt, given('now')),
        ne(dayHolds.orderId, given('orderId')),
      ),
    )
    .prepare(),
}))
