import { and, asc, eq, gte, notInArray } from 'drizzle-orm'
import type { Db, Tx } from '#db/client.ts'
import { carrierHolidays } from '#db/schema/delivery.ts'
import type { Day } from '../day.ts'

export type ClosedDay = { day: Day; name: string }

const CARRIER = 'ground'

/** The carrier's closed days, from a day on. */
export const closedDaysFrom = (db: Db, from: Day): ClosedDay[] =>
  db
    .select({ day: carrierHolidays.day, name: carrierHolidays.name })
    .from(carrierHolidays)
    .where(
      and(
        eq(carrierHolidays.carrier, CARRIER),
        eq(carrierHolidays.observed, true),
        gte(carrierHolidays.day, from),
      ),
    )
    .orderBy(asc(carrierHolidays.day))
    .all()

/** These and no others, from a day on. Federal holidays stay known, because texts keep their hours on them. */
export function writeClosedDays(tx: Tx, from: Day, days: ClosedDay[]) {
  const listed = days.map(({ day }) => day)
  tx.update(carrierHolidays)
    .set({ observed: false })
    .where(
      and(
        eq(carrierHolidays.carrier, CARRIER),
        gte(carrierHolidays.day, from),
        notInArray(carrierHolidays.day, listed),
      ),
    )
    .run()
  for (const { day, name } of days)
    tx.insert(carrierHolidays)
      .values({ carrier: CARRIER, day, name, observed: true })
      .onConflictDoUpdate({
        target: [carrierHolidays.carrier, carrierHolidays.day],
        set: { name, observed: true },
      })
      .run()
}
