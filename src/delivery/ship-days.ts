import { and, eq, lte, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase, type Tx } from '#db/client.ts'
import { dayHolds, fulfillmentCenters, shipDays } from '#db/schema/delivery.ts'
import type { Day, Instant } from '#src/day.ts'

export type DayPlace = { ok: true } | { ok: false; reason: 'day_full' }

type Place = { orderId: number; fcId: number; shipOn: Day; now: Instant }

/** Holds a place while the order is paid. Replaces its earlier hold; if the day is full, that one stays. */
export function placeDayHold(tx: Tx, { expiresAt, ...place }: Place & { expiresAt: Instant }): DayPlace {
  if (isFull(tx, place)) return { ok: false, reason: 'day_full' }
  const { orderId, fcId, shipOn } = place
  statements(tx).hold.run({ orderId, fcId, shipOn, expiresAt })
  return { ok: true }
}

export function releaseDayHold(tx: Tx, orderId: number) {
  statements(tx).release.run({ orderId })
}

export function sweepDayHolds(tx: Tx, now: Instant) {
  tx.delete(dayHolds).where(lte(dayHolds.expiresAt, now)).run()
}

/**
 * Turns the order's hold into a booked place, or takes a free one if the hold expired. A refusal changes nothing.
 * Call it in the transaction that completes or moves the order: that one happens only once.
 */
export function bookShipDay(tx: Tx, place: Place): DayPlace {
  if (isFull(tx, place)) return { ok: false, reason: 'day_full' }
  const { orderId, fcId, shipOn } = place
  releaseDayHold(tx, orderId)
  statements(tx).book.run({ fcId, shipOn })
  return { ok: true }
}

/** Releases a booked place. Throws when none was booked: a check constraint keeps the count at zero or above. */
export function unbookShipDay(tx: Tx, { fcId, shipOn }: { fcId: number; shipOn: Day }) {
  const { changes } = tx
    .update(shipDays)
    .set({ booked: sql`${shipDays.booked} - 1` })
    .where(and(eq(shipDays.fcId, fcId), eq(shipDays.shipOn, shipOn)))
    .run()
  if (changes === 0) throw new Error(`no place was booked on ${shipOn} at center ${fcId}`)
}

/** Moves a booked place to another day. A refusal changes nothing. */
export function rebookShipDay(tx: Tx, place: Place, from: Day): DayPlace {
  if (from === place.shipOn) return { ok: true }
  const booked = bookShipDay(tx, place)
  if (booked.ok) unbookShipDay(tx, { fcId: place.fcId, shipOn: from })
  return booked
}

export const placesLeft = (db: Db, place: Place): number => statements(db).left.get(place)?.places ?? 0

/** Booked, or held for an order being paid. */
export const placesTaken = (db: Db, day: Omit<Place, 'orderId'>): number =>
  statements(db).taken.get({ ...day, orderId: 0 })?.places ?? 0

const isFull = (db: Db, place: Place) => placesLeft(db, place) <= 0

const placeholder = sql.placeholder

const heldByOthers = sql`(select count(*) from day_holds held where held.fc_id = ${fulfillmentCenters.id}
  and held.ship_on = ${placeholder('shipOn')} and held.expires_at > ${placeholder('now')}
  and held.order_id <> ${placeholder('orderId')})`

const isShipDay = and(eq(shipDays.fcId, fulfillmentCenters.id), eq(shipDays.shipOn, placeholder('shipOn')))

const statements = oncePerDatabase((db) => ({
  hold: db
    .insert(dayHolds)
    .values({
      orderId: placeholder('orderId'),
      fcId: placeholder('fcId'),
      shipOn: placeholder('shipOn'),
      expiresAt: placeholder('expiresAt'),
    })
    .onConflictDoUpdate({
      target: dayHolds.orderId,
      set: { fcId: sql`excluded.fc_id`, shipOn: sql`excluded.ship_on`, expiresAt: sql`excluded.expires_at` },
    })
    .prepare(),
  release: db
    .delete(dayHolds)
    .where(eq(dayHolds.orderId, placeholder('orderId')))
    .prepare(),
  book: db
    .insert(shipDays)
    .values({ fcId: placeholder('fcId'), shipOn: placeholder('shipOn'), booked: 1 })
    .onConflictDoUpdate({
      target: [shipDays.fcId, shipDays.shipOn],
      set: { booked: sql`${shipDays.booked} + 1` },
    })
    .prepare(),
  left: db
    .select({
      places: sql<number>`iif(${shipDays.closedFor} is not null, 0,
        coalesce(${shipDays.capacity}, ${fulfillmentCenters.dailyCapacity}))
        - coalesce(${shipDays.booked}, 0)
        - ${heldByOthers}`,
    })
    .from(fulfillmentCenters)
    .leftJoin(shipDays, isShipDay)
    .where(eq(fulfillmentCenters.id, placeholder('fcId')))
    .prepare(),
  taken: db
    .select({ places: sql<number>`coalesce(${shipDays.booked}, 0) + ${heldByOthers}` })
    .from(fulfillmentCenters)
    .leftJoin(shipDays, isShipDay)
    .where(eq(fulfillmentCenters.id, placeholder('fcId')))
    .prepare(),
}))
