import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { holidayRows } from '#db/data/holidays.ts'
import { deliveryCalendar } from '#src/delivery/calendar.ts'
import { calendarFor } from '#src/delivery/calendar-facts.ts'
import { deliveryZone } from '#src/delivery/postal-zones.ts'
import { referenceDatabase } from './database.ts'

const FIRST = Date.parse('2024-01-02T00:00:00Z')
const LAST = Date.parse('2035-11-15T00:00:00Z')

test('CAL-2 the calendar gets every relevant holiday from the tables, in any year', async () => {
  const db = await referenceDatabase()
  const everyHoliday = new Map(
    holidayRows()
      .filter(({ observed }) => observed)
      .map(({ day, name }) => [day, name]),
  )
  fc.assert(
    fc.property(
      fc.integer({ min: FIRST, max: LAST }),
      fc.constantFrom('98101', '10001', '63101', '33101'),
      (now, zip) => {
        const { fc: center, transitDays } = served(db, zip)
        const world = {
          now,
          center,
          transitDays,
          expedited: false,
          holidays: everyHoliday,
          shipDays: new Map(),
          blocks: [],
        }
        expect(calendarFor(db, { zip, now })).toEqual(deliveryCalendar(world))
      },
    ),
    { numRuns: 200 },
  )
})

function served(db: Db, zip: string) {
  const zone = deliveryZone(db, zip)
  if (!zone.served) throw new Error(`${zip} is not served`)
  return zone
}
