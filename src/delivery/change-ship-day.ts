import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { type FulfillmentCenter, fulfillmentCenters, shipDays } from '#db/schema/delivery.ts'
import type { Day, Instant } from '#src/day.ts'
import { placesTaken } from './ship-days.ts'

type ShipDayAt = { fcId: number; shipOn: Day; now: Instant }

/** `taken`: places that are booked, or held for an order being paid. */
export type ShipDayChange = { ok: true } | { ok: false; taken: number }

/** What clerks decided about a day. */
export const shipDayPlan = (
  tx: Tx,
  { fcId, shipOn }: ShipDayAt,
): { capacity: number | null; closedFor: string | null } =>
  tx
    .select({ capacity: shipDays.capacity, closedFor: shipDays.closedFor })
    .from(shipDays)
    .where(and(eq(shipDays.fcId, fcId), eq(shipDays.shipOn, shipOn)))
    .get() ?? { capacity: null, closedFor: null }

/** Null: the center's usual capacity. Refused below the places that are taken. */
export function setCapacity(tx: Tx, day: ShipDayAt, capacity: number | null): ShipDayChange {
  const taken = placesTaken(tx, day)
  if ((capacity ?? centerAt(tx, day.fcId).dailyCapacity) < taken) return { ok: false, taken }
  writeDay(tx, day, { capacity })
  return { ok: true }
}

/** @param reason shown to shoppers */
export function closeShipDay(tx: Tx, day: ShipDayAt, reason: string): ShipDayChange {
  const taken = placesTaken(tx, day)
  if (taken > 0) return { ok: false, taken }
  writeDay(tx, day, { closedFor: reason })
  return { ok: true }
}

export const openShipDay = (tx: Tx, day: ShipDayAt) => writeDay(tx, day, { closedFor: null })

function writeDay(
  tx: Tx,
  { fcId, shipOn }: ShipDayAt,
  columns: Partial<Pick<typeof shipDays.$inferInsert, 'capacity' | 'closedFor'>>,
) {
  tx.insert(shipDays)
    .values({ fcId, shipOn, ...columns })
    .onConflictDoUpdate({ target: [shipDays.fcId, shipDays.shipOn], set: columns })
    .run()
}

function centerAt(tx: Tx, id: number): FulfillmentCenter {
  const center = tx.select().from(fulfillmentCenters).where(eq(fulfillmentCenters.id, id)).get()
  if (!center) throw new Error(`there is no center ${id}`)
  return center
}
