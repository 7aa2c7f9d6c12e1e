import type { Db } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import type { Day, Instant } from '../../day.ts'
import type { CalendarDay, OpenDay } from '../../delivery/calendar.ts'
import { calendarFor, deliveryZone } from '../../delivery/calendar-facts.ts'
import type { ServedZone } from '../../delivery/postal-zones.ts'
import { isOpen } from '../../orders/states.ts'
import { shippingCentsFor, standardDelivery } from '../../pricing/facts.ts'
import { shippedFree } from '../../pricing/placed-price.ts'
import type { ArrivalRequest } from '../address.ts'

export type ShownDays = {
  zip: string
  days: CalendarDay[]
  chosen: OpenDay | null
  shippingCents: number | null
  /** Null when expedited delivery adds no day. */
  expedited: ExpeditedOffer | null
  transitDays: number
  fcId: number
  state: string | null
}

/** `feeCents`: on top of standard delivery. `earliest` needs expedited; `usual` is the first standard day. */
export type ExpeditedOffer = { ticked: boolean; feeCents: number; earliest: Day; standard: Day | null }

type DaysQuery = { zip: string; arrival: ArrivalRequest | null; now: Instant }

/** Null without a ZIP code we deliver to. Defaults to the earliest standard day. */
export function deliveryDays(db: Db, order: Order, { zip, arrival, now }: DaysQuery): ShownDays | null {
  const zone = deliveryZone(db, zip)
  if (!zone.served) return null
  const query = {
    zip,
    now,
    exceptOrderId: order.id,
    bookedOn: isOpen(order.state) ? null : order.shipOn,
  }
  const standard = calendarFor(db, query)
  const all = calendarFor(db, { ...query, expedited: true })
  const ticked = arrival ? arrival.expedited : order.expedited
  const days = ticked ? all : standard
  const requested = openDay(days, arrival?.date ?? order.arrivalOn)
  // A placed order and a member's box keep their day until another is picked.
  const isCart = isOpen(order.state) && order.membershipId === null
  const chosen = requested ?? (isCart ? openDay(standard) : null)
  return {
    zip,
    days,
    chosen,
    shippingCents: chosen && shippingOn(db, order, zone, chosen.expedited, now),
    expedited: expeditedOffer(db, order, zone, { ticked, standard, all, now }),
    transitDays: zone.transitDays,
    fcId: zone.fc.id,
    state: zone.place?.state ?? null,
  }
}

const openDay = (days: CalendarDay[], date?: Day | null): OpenDay | null =>
  days.find((day): day is OpenDay => day.ok && (date === undefined || day.date === date)) ?? null

type Choices = { ticked: boolean; standard: CalendarDay[]; all: CalendarDay[]; now: Instant }

function expeditedOffer(
  db: Db,
  order: Order,
  zone: ServedZone,
  { ticked, standard, all, now }: Choices,
): ExpeditedOffer | null {
  const first = all.find((day) => day.ok && day.expedited)
  if (!first) return null
  const feeCents = shippingOn(db, order, zone, true, now) - shippingOn(db, order, zone, false, now)
  return { ticked, feeCents, earliest: first.date, standard: standard.find((day) => day.ok)?.date ?? null }
}

/** Delivery that was free when the order was placed stays free. */
function shippingOn(db: Db, order: Order, zone: ServedZone, expedited: boolean, now: Instant): number {
  const isFree = isOpen(order.state) ? standardDelivery(db, order, now) === 'free' : shippedFree(db, order)
  return shippingCentsFor(db, order, { transitDays: zone.transitDays, expedited }, isFree, now)
}
