import { and, between, eq, gt, gte, inArray, lte, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { carrierHolidays, dayHolds, orders, shipDays } from '#db/schema/index.ts'
import { addDays, type Day, type Instant, isWeekend, weekday, weekdayName } from '../day.ts'
import { isHeldByWeather } from '../weather/held.ts'
import type { Board } from './board.ts'

/** Two weeks without their weekends. */
const DAYS_AHEAD = 14
const SHOWN_DAYS = 9

export type ShipDay = {
  day: Day
  /** Why no truck leaves; null on a ship day. */
  closed: string | null
  /** Whether clerks decide about it: not on holidays, nor on weekdays without trucks. */
  canChange: boolean
  booked: number
  capacity: number
  held: number
  shipped: number
}

/** The next days on which a center ships or might, today first. */
export const shipDaysAhead = (db: Db, board: Board): ShipDay[] =>
  shipDaysFor(db, board, DAYS_AHEAD).slice(0, SHOWN_DAYS)

/** @param count how many days of the calendar to look at, from today */
export function shipDaysFor(db: Db, { center, today }: Board, count: number): ShipDay[] {
  const until = addDays(today, count)
  const days = daysFrom(today, count).filter(
    (day) => center.shipWeekdays.includes(weekday(day)) || !isWeekend(day),
  )
  const plans = byDay(readPlans(db, center.id, today, until))
  const boxes = byDay(countBoxes(db, center.id, today, until))
  const holidays = byDay(readHolidays(db, center.carrier, today, until))
  return days.map((day) => {
    const alwaysClosed = center.shipWeekdays.includes(weekday(day))
      ? (holidays.get(day)?.name ?? null)
      : `No shipping on ${weekdayName(weekday(day))}s`
    return {
      day,
      closed: alwaysClosed ?? plans.get(day)?.closedFor ?? null,
      canChange: alwaysClosed === null,
      booked: plans.get(day)?.booked ?? 0,
      capacity: plans.get(day)?.capacity ?? center.dailyCapacity,
      held: boxes.get(day)?.held ?? 0,
      shipped: boxes.get(day)?.shipped ?? 0,
    }
  })
}

const daysFrom = (today: Day, count: number) =>
  Array.from({ length: count }, (_, index) => addDays(today, index))

const byDay = <Row extends { day: Day | null }>(rows: Row[]) => new Map(rows.map((row) => [row.day, row]))

const readPlans = (db: Db, fcId: number, from: Day, until: Day) =>
  db
    .select({
      day: shipDays.shipOn,
      booked: shipDays.booked,
      capacity: shipDays.capacity,
      closedFor: shipDays.closedFor,
    })
    .from(shipDays)
    .where(and(eq(shipDays.fcId, fcId), between(shipDays.shipOn, from, until)))
    .all()

/** Places held for orders being paid. */
export const countDayHolds = (db: Db, fcId: number, now: Instant): ReadonlyMap<Day, number> =>
  new Map(
    db
      .select({ day: dayHolds.shipOn, count: sql<number>`count(*)` })
      .from(dayHolds)
      .where(and(eq(dayHolds.fcId, fcId), gt(dayHolds.expiresAt, now)))
      .groupBy(dayHolds.shipOn)
      .all()
      .map(({ day, count }) => [day, count]),
  )

const countBoxes = (db: Db, fcId: number, from: Day, until: Day) =>
  db
    .select({
      day: orders.shipOn,
      held: sql<number>`sum(${orders.state} = 'review' or (${orders.state} = 'paid' and ${isHeldByWeather}))`,
      shipped: sql<number>`sum(${orders.state} = 'shipped')`,
    })
    .from(orders)
    .where(
      and(
        eq(orders.fcId, fcId),
        between(orders.shipOn, from, until),
        inArray(orders.state, ['paid', 'review', 'shipped']),
      ),
    )
    .groupBy(orders.shipOn)
    .all()

const readHolidays = (db: Db, carrier: string, from: Day, until: Day) =>
  db
    .select({ day: carrierHolidays.day, name: carrierHolidays.name })
    .from(carrierHolidays)
    .where(
      and(
        eq(carrierHolidays.carrier, carrier),
        eq(carrierHolidays.observed, true),
        gte(carrierHolidays.day, from),
        lte(carrierHolidays.day, until),
      ),
    )
    .all()
