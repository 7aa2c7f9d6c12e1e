import type { Db } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import type { Day, Instant } from '../../day.ts'
import type { CalendarDay, OpenDay } from '../../delivery/calendar.ts'
import { calendarFor, deliveryZone } from '../../delivery/calendar-facts.ts'
import type { ServedZone } from '../../delivery/postal-zones.ts'
import { isOpen } from '../../orders/states.ts'
import { deliversFree, shippingCentsFor } from '../../pricing/facts.ts'
import type { ArrivalRequest } from '../address.ts'

/** The days of a ZIP as the delivery page shows them. */
export type ShownDays = {
  zip: string
  days: CalendarDay[]
  chosen: OpenDay | null
  /** What delivery on the chosen day costs; null while none is chosen. */
  shippingCents: number | null
  /** Null where the faster way reaches no day that the usual one does not. */
  expedited: Faster | null
  transitDays: number
  fcId: number
  state: string | null
}

/** What the faster way would bring: `feeCents` more than the usual one, and the first of the days it opens. */
export type Faster = { ticked: boolean; feeCents: number; earliest: Day; usual: Day | null }

type Asked = { zip: string; arrival: ArrivalRequest | null; now: Instant }

/** Null where there is no ZIP yet, or none we deliver to. The earliest day of the usual way is chosen to begin with. */
export function deliveryDays(db: Db, order: Order, { zip, arrival, now }: Asked): ShownDays | null {
  const zone = deliveryZone(db, zip)
  if (!zone.served) return null
  const question = {
    zip,
    now,
    exceptOrderId: order.id,
    bookedOn: isOpen(order.state) ? null : order.shipOn,
  }
  const usual = calendarFor(db, question)
  const all = calendarFor(db, { ...question, expedited: true })
  const ticked = arrival ? arrival.expedited : order.expedited
  const days = ticked ? all : usual
  const wished = openDay(days, arrival?.date ?? order.arrivalOn)
  // A placed order keeps its day until another one is chosen.
  const chosen = wished ?? (isOpen(order.state) ? openDay(usual) : null)
  return {
    zip,
    days,
    chosen,
    shippingCents: chosen && shippingOn(db, order, zone, chosen.expedited, now),
    expedited: faster(db, order, zone, { ticked, usual, all, now }),
    transitDays: zone.transitDays,
    fcId: zone.fc.id,
    state: zone.place?.state ?? null,
  }
}

/** The open day of this date, or the first there is. */
const openDay = (days: CalendarDay[], date?: Day | null): OpenDay | null =>
  days.find((day): day is OpenDay => day.ok && (date === undefined || day.date === date)) ?? null

type Ways = { ticked: boolean; usual: CalendarDay[]; all: CalendarDay[]; now: Instant }

function faster(db: Db, order: Order, zone: ServedZone, { ticked, usual, all, now }: Ways): Faster | null {
  const opened = all.find((day) => day.ok && day.expedited)
  if (!opened) return null
  const feeCents = shippingOn(db, order, zone, true, now) - shippingOn(db, order, zone, false, now)
  return { ticked, feeCents, earliest: opened.date, usual: usual.find((day) => day.ok)?.date ?? null }
}

/** A placed order keeps what it was promised: delivery that was free stays free. */
function shippingOn(db: Db, order: Order, zone: ServedZone, expedited: boolean, now: Instant): number {
  const isFree = isOpen(order.state) ? deliversFree(db, order, now) : order.shippingCents === 0
  return isFree ? 0 : shippingCentsFor(db, zone.transitDays, expedited)
}
