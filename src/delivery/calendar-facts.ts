import { and, between, count, eq, gt, gte, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { carrierHolidays, dayHolds, deliveryBlocks, shipDays } from '#db/schema/delivery.ts'
import { addDays, type Day, type Instant } from '#src/day.ts'
import {
  type CalendarDay,
  type CalendarFacts,
  deliveryCalendar,
  firstOpenDay,
  HORIZON_DAYS,
  judgeDay,
} from './calendar.ts'
import { deliveryZone, type ServedZone } from './postal-zones.ts'
import { dayIn } from './zones.ts'

// One door for the other rooms: who packs for a ZIP, when, and a place on the day.
export { deliveryZone } from './postal-zones.ts'
export { bookShipDay, placeDayHold, releaseDayHold, sweepDayHolds, unbookShipDay } from './ship-days.ts'

export type CalendarQuestion = {
  zip: string
  now: Instant
  /** Whose own hold on a day does not stand in its way. */
  exceptOrderId?: number
  /** Also offer, and mark, what only one day on the road reaches. */
  expedited?: boolean
  /** The ship day on which the asking order, being placed, has a place already: it does not stand in its own way. */
  bookedOn?: Day | null
}

/** Every day of the horizon for a ZIP; no days at all where we do not deliver. */
export const calendarFor = (db: Db, question: CalendarQuestion): CalendarDay[] => {
  const facts = factsFor(db, question)
  return facts ? deliveryCalendar(facts) : []
}

/** One day, judged like the calendar's; null where we do not deliver. */
export function calendarDayFor(
  db: Db,
  { date, ...question }: CalendarQuestion & { date: Day },
): CalendarDay | null {
  const facts = factsFor(db, question)
  return facts && judgeDay(facts, date)
}

/** The first open day; null where we do not deliver, or where no day of the horizon is open. */
export function earliestDate(db: Db, zip: string, now: Instant): Day | null {
  const facts = factsFor(db, { zip, now })
  return (facts && firstOpenDay(facts)?.date) ?? null
}

/** How soon a box can be at a ZIP, or the sentence for why no day of the horizon is open. */
export function earliestOrReason(db: Db, zip: string, now: Instant): Arrival {
  const facts = factsFor(db, { zip, now })
  const open = facts && firstOpenDay(facts)
  if (open) return { earliest: open.date, earliestUntilAt: open.lockAt, noDays: null }
  return { earliest: null, earliestUntilAt: null, noDays: facts ? noDaysSentence(facts, zip) : null }
}

/** `earliestUntilAt`: how long the earliest day can still be had. */
export type Arrival = { earliest: Day | null; earliestUntilAt: Instant | null; noDays: string | null }

/** Why a ZIP has no day at all, in the calendar's own words; only while `calendarFor` has none that is open. */
function noDaysSentence(facts: CalendarFacts, zip: string): string {
  const paused = deliveryCalendar(facts).find(
    (day) => !day.ok && (day.reason === 'blocked' || day.reason === 'weather'),
  )
  if (paused && !paused.ok) return paused.sentence
  return `Every delivery day to ${zip} is taken for the next weeks.`
}

function factsFor(db: Db, question: CalendarQuestion): CalendarFacts | null {
  const zone = deliveryZone(db, question.zip)
  return zone.served ? gather(db, zone, question) : null
}

function gather(
  db: Db,
  zone: ServedZone,
  { zip, now, exceptOrderId = 0, expedited = false, bookedOn = null }: CalendarQuestion,
) {
  const { fc, transitDays } = zone
  const today = dayIn(fc.zone, now)
  // What lies before today changes nothing: a box that leaves or locks there is too late for any other reason.
  const span = { from: today, to: addDays(today, HORIZON_DAYS) }
  const { holidays, blocks, booked, held } = statements(db)
  return {
    now,
    center: fc,
    transitDays,
    expedited,
    holidays: new Map(holidays.all({ ...span, carrier: fc.carrier }).map(({ day, name }) => [day, name])),
    blocks: blocks.all({ ...span, zip }),
    shipDays: placesTaken(
      fc.dailyCapacity,
      booked.all({ ...span, fcId: fc.id }).map((day) => withoutOwn(day, bookedOn)),
      held.all({ ...span, fcId: fc.id, now, exceptOrderId }),
    ),
  }
}

const withoutOwn = (day: Booked, bookedOn: Day | null): Booked =>
  day.shipOn === bookedOn ? { ...day, booked: day.booked - 1 } : day

type Booked = { shipOn: Day; booked: number; capacity: number | null }
type Held = { shipOn: Day; held: number }

function placesTaken(dailyCapacity: number, booked: Booked[], held: Held[]) {
  const places = new Map<Day, { taken: number; capacity: number }>()
  for (const day of booked)
    places.set(day.shipOn, { taken: day.booked, capacity: day.capacity ?? dailyCapacity })
  for (const day of held) {
    const { taken, capacity } = places.get(day.shipOn) ?? { taken: 0, capacity: dailyCapacity }
    places.set(day.shipOn, { taken: taken + day.held, capacity })
  }
  return places
}

const given = sql.placeholder

const statements = oncePerDatabase((db) => ({
  holidays: db
    .select({ day: carrierHolidays.day, name: carrierHolidays.name })
    .from(carrierHolidays)
    .where(
      and(
        eq(carrierHolidays.carrier, given('carrier')),
        eq(carrierHolidays.observed, true),
        between(carrierHolidays.day, given('from'), given('to')),
      ),
    )
    .prepare(),
  blocks: db
    .select({
      startsOn: deliveryBlocks.startsOn,
      endsOn: deliveryBlocks.endsOn,
      reason: deliveryBlocks.reason,
      sentence: deliveryBlocks.sentence,
    })
    .from(deliveryBlocks)
    .where(
      and(
        sql`${given('zip')} like ${deliveryBlocks.zipPrefix} || '%'`,
        lte(deliveryBlocks.startsOn, given('to')),
        or(isNull(deliveryBlocks.endsOn), gte(deliveryBlocks.endsOn, given('from'))),
      ),
    )
    .prepare(),
  booked: db
    .select({ shipOn: shipDays.shipOn, booked: shipDays.booked, capacity: shipDays.capacity })
    .from(shipDays)
    .where(and(eq(shipDays.fcId, given('fcId')), between(shipDays.shipOn, given('from'), given('to'))))
    .prepare(),
  held: db
    .select({ shipOn: dayHolds.shipOn, held: count() })
    .from(dayHolds)
    .where(
      and(
        eq(dayHolds.fcId, given('fcId')),
        between(dayHolds.shipOn, given('from'), given('to')),
        gt(dayHolds.expiresAt, given('now')),
        ne(dayHolds.orderId, given('exceptOrderId')),
      ),
    )
    .groupBy(dayHolds.shipOn)
    .prepare(),
}))
