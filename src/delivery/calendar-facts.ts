import { and, between, eq, gt, gte, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { carrierHolidays, dayHolds, deliveryBlocks, shipDays } from '#db/schema/delivery.ts'
import { weatherAlerts } from '#db/schema/weather.ts'
import { addDays, type Day, type Instant } from '#src/day.ts'
import type { AdvertisedDay } from './advertised-day.ts'
import {
  type CalendarDay,
  type CalendarFacts,
  deliveryCalendar,
  firstOpenDay,
  HORIZON_DAYS,
  judgeDay,
  type ShipDayPlaces,
} from './calendar.ts'
import { type DeliveryZone, deliveryZone, type ServedZone } from './postal-zones.ts'
import { shippingRateFor } from './shipping-rates.ts'
import { blocksIn, type Closure } from './weather-blocks.ts'
import { dayIn, instantOf } from './zones.ts'

export { deliveryZone } from './postal-zones.ts'
export {
  bookShipDay,
  placeDayHold,
  placesLeft,
  rebookShipDay,
  releaseDayHold,
  sweepDayHolds,
  unbookShipDay,
} from './ship-days.ts'

export type CalendarQuery = {
  zip: string
  /** Of the ZIP code, if the caller has it. */
  zone?: DeliveryZone
  now: Instant
  /** This order's own hold doesn't count against the day. */
  exceptOrderId?: number
  expedited?: boolean
  /** The ship day this placed order is already booked on; its own place doesn't count against the day. */
  bookedOn?: Day | null
}

/** Every day of the horizon for a ZIP code; empty where we don't deliver. */
export const calendarFor = (db: Db, query: CalendarQuery): CalendarDay[] => {
  const facts = factsFor(db, query)
  return facts ? deliveryCalendar(facts) : []
}

export function calendarDayFor(
  db: Db,
  { date, ...query }: CalendarQuery & { date: Day },
): CalendarDay | null {
  const facts = factsFor(db, query)
  return facts && judgeDay(facts, date)
}

/** Judges a day beyond the horizon as it will be once shoppers can choose it. */
export function plannedDayFor(db: Db, query: CalendarQuery & { date: Day }): CalendarDay | null {
  const { zone = deliveryZone(db, query.zip), date, now } = query
  if (!zone.served) return null
  const opensAt = instantOf(addDays(date, -HORIZON_DAYS), 0, zone.fc.zone)
  return calendarDayFor(db, { ...query, zone, now: Math.max(now, opensAt) })
}

/** The first day we sell for a ZIP code, or why there is none. */
export function earliestOrReason(db: Db, zip: string, now: Instant): Arrival {
  const zone = deliveryZone(db, zip)
  if (!zone.served) return { earliest: null, noDeliveryReason: null }
  const facts = loadFacts(db, zone, { zip, now })
  const standard = firstOpenDay(facts)
  if (!standard) return { earliest: null, noDeliveryReason: noDaysSentence(facts, zip) }

  const first = firstOpenDay({ ...facts, expedited: true }) ?? standard
  const surchargeCents = first.expedited ? shippingRateFor(db, zone.transitDays).expeditedCents : 0
  const earliest = { date: first.date, untilAt: first.lockAt, surchargeCents, standardOn: standard.date }
  return { earliest, noDeliveryReason: null }
}

export type Arrival = { earliest: AdvertisedDay | null; noDeliveryReason: string | null }

/** Call only when no day is open. */
function noDaysSentence(facts: CalendarFacts, zip: string): string {
  const paused = deliveryCalendar(facts).find(
    (day) => !day.ok && (day.reason === 'blocked' || day.reason === 'weather'),
  )
  if (paused && !paused.ok) return paused.sentence
  return `We're fully booked for deliveries to ${zip} for the next few weeks.`
}

function factsFor(db: Db, query: CalendarQuery): CalendarFacts | null {
  const { zone = deliveryZone(db, query.zip) } = query
  return zone.served ? loadFacts(db, zone, query) : null
}

function loadFacts(
  db: Db,
  zone: ServedZone,
  { zip, now, exceptOrderId = 0, expedited = false, bookedOn = null }: CalendarQuery,
) {
  const { fc, transitDays } = zone
  const today = dayIn(fc.zone, now)
  // Earlier days don't matter: a box that ships or locks before today is already too late.
  const span = { from: today, to: addDays(today, HORIZON_DAYS) }
  const { closures, places } = statements(db)
  const closed = closures.all({ ...span, zip, fcId: fc.id, carrier: fc.carrier })
  return {
    now,
    center: fc,
    transitDays,
    expedited,
    holidays: new Map(closed.filter(isHoliday).map(({ startsOn, words }) => [startsOn, words])),
    blocks: blocksIn(db, zone, closed.filter(isClosure)),
    shipDays: sumPlaces(
      fc.dailyCapacity,
      places.all({ ...span, fcId: fc.id, now, exceptOrderId }).map((day) => withoutOwnPlace(day, bookedOn)),
    ),
  }
}

/** What closes days: the carrier's holidays too, each a day long. */
type Closed = Omit<Closure, 'reason'> & { reason: Closure['reason'] | 'holiday' }

const isHoliday = ({ reason }: Closed) => reason === 'holiday'
const isClosure = (closed: Closed): closed is Closure => !isHoliday(closed)

/** One row for the booked places of a day, and one for those that are held. */
type Places = {
  shipOn: Day
  kind: 'booked' | 'held'
  taken: number
  capacity: number | null
  closedFor: string | null
}

const withoutOwnPlace = (day: Places, bookedOn: Day | null): Places =>
  day.kind === 'booked' && day.shipOn === bookedOn ? { ...day, taken: day.taken - 1 } : day

function sumPlaces(dailyCapacity: number, days: Places[]) {
  const places = new Map<Day, ShipDayPlaces>()
  for (const { shipOn, taken, capacity, closedFor } of days) {
    const others = places.get(shipOn) ?? { taken: 0, capacity: dailyCapacity, closedFor: null }
    places.set(shipOn, {
      taken: others.taken + taken,
      capacity: capacity ?? others.capacity,
      closedFor: closedFor ?? others.closedFor ?? null,
    })
  }
  return places
}

const placeholder = sql.placeholder

const statements = oncePerDatabase((db) => ({
  closures: unionAll(
    db
      .select({
        startsOn: deliveryBlocks.startsOn,
        endsOn: sql<Day | null>`${deliveryBlocks.endsOn}`,
        reason: sql<Closed['reason']>`${deliveryBlocks.reason}`,
        words: sql<string>`${deliveryBlocks.sentence}`,
        area: sql<string | null>`null`,
      })
      .from(deliveryBlocks)
      .where(
        and(
          sql`${placeholder('zip')} like ${deliveryBlocks.zipPrefix} || '%'`,
          lte(deliveryBlocks.startsOn, placeholder('to')),
          or(isNull(deliveryBlocks.endsOn), gte(deliveryBlocks.endsOn, placeholder('from'))),
        ),
      ),
    db
      .select({
        startsOn: weatherAlerts.startsOn,
        endsOn: sql<Day | null>`${weatherAlerts.endsOn}`,
        reason: sql<Closed['reason']>`'weather'`,
        words: sql<string>`${weatherAlerts.title}`,
        area: sql<
          string | null
        >`json_object('zip3s', json(${weatherAlerts.zip3s}), 'states', json(${weatherAlerts.states}))`,
      })
      .from(weatherAlerts)
      .where(
        and(
          eq(weatherAlerts.fcId, placeholder('fcId')),
          isNull(weatherAlerts.clearedAt),
          lte(weatherAlerts.startsOn, placeholder('to')),
          gte(weatherAlerts.endsOn, placeholder('from')),
        ),
      ),
    db
      .select({
        startsOn: carrierHolidays.day,
        endsOn: sql<Day | null>`${carrierHolidays.day}`,
        reason: sql<Closed['reason']>`'holiday'`,
        words: sql<string>`${carrierHolidays.name}`,
        area: sql<string | null>`null`,
      })
      .from(carrierHolidays)
      .where(
        and(
          eq(carrierHolidays.carrier, placeholder('carrier')),
          eq(carrierHolidays.observed, true),
          between(carrierHolidays.day, placeholder('from'), placeholder('to')),
        ),
      ),
  ).prepare(),
  places: unionAll(
    db
      .select({
        shipOn: shipDays.shipOn,
        kind: sql<Places['kind']>`'booked'`,
        taken: sql<number>`${shipDays.booked}`,
        capacity: shipDays.capacity,
        closedFor: shipDays.closedFor,
      })
      .from(shipDays)
      .where(
        and(
          eq(shipDays.fcId, placeholder('fcId')),
          between(shipDays.shipOn, placeholder('from'), placeholder('to')),
        ),
      ),
    db
      .select({
        shipOn: dayHolds.shipOn,
        kind: sql<Places['kind']>`'held'`,
        taken: sql<number>`count(*)`,
        capacity: sql<number | null>`null`,
        closedFor: sql<string | null>`null`,
      })
      .from(dayHolds)
      .where(
        and(
          eq(dayHolds.fcId, placeholder('fcId')),
          between(dayHolds.shipOn, placeholder('from'), placeholder('to')),
          gt(dayHolds.expiresAt, placeholder('now')),
          ne(dayHolds.orderId, placeholder('exceptOrderId')),
        ),
      )
      .groupBy(dayHolds.shipOn),
  ).prepare(),
}))
