import type { Db } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import { type Day, formatDay, type Instant } from '../day.ts'
import type { OpenDay } from '../delivery/calendar.ts'
import { deliversFree } from '../pricing/facts.ts'
import { datesOf } from './arrival-date.ts'
import { dayShippingCents } from './wire.ts'

/** A way of delivery as the provider's wallets show it, and spelt as they read it; `id` is the day it arrives. */
export type DeliveryRate = { id: Day; displayName: string; amount: number }

/**
 * The days between which a wallet lets its owner choose: the one chosen so far first, then the earliest, and the one
 * that only the faster way reaches, where that is earlier still. None before there is a place.
 */
export function deliveryRates(db: Db, order: Order, now: Instant): DeliveryRate[] {
  const open = datesOf(db, order, now).filter((day): day is OpenDay => day.ok)
  const earliest = open.find((day) => !day.expedited)
  const faster = open.find((day) => day.expedited && (!earliest || day.date < earliest.date))
  const chosen = open.find((day) => day.date === order.arrivalOn)
  const shipsFree = deliversFree(db, order, now)
  const days = [chosen, earliest, faster].filter((day) => day !== undefined)
  return [...new Set(days)].map((day) => ({
    id: day.date,
    displayName: `${day.expedited ? 'Expedited, arrives' : 'Arrives'} ${formatDay(day.date, 'long')}`,
    amount: dayShippingCents(db, order, day, shipsFree) ?? 0,
  }))
}
