import type { Db } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import { type Day, formatDay, type Instant } from '../day.ts'
import type { OpenDay } from '../delivery/calendar.ts'
import { MAIL_RATE_ID } from '../delivery/rules.ts'
import { needsAddress } from '../orders/cards-readiness.ts'
import { boughtCardsOf } from '../pricing/bought-cards.ts'
import { standardDelivery } from '../pricing/facts.ts'
import { datesFor } from './arrival-date.ts'
import { dayShippingCents, rateOf } from './wire.ts'

/** A shipping rate in the wallets' spelling; `id` is the arrival date, if there is a choice. */
export type DeliveryRate = { id: Day | typeof MAIL_RATE_ID; displayName: string; amount: number }

const BY_MAIL: DeliveryRate = { id: MAIL_RATE_ID, displayName: 'By mail', amount: 0 }

/** The current choice, the earliest standard day, and an expedited day if that is earlier still. */
export function deliveryRates(db: Db, order: Order, now: Instant): DeliveryRate[] {
  const delivery = standardDelivery(db, order, now)
  if (delivery === 'none') return needsAddress(boughtCardsOf(db, order.id)) ? [BY_MAIL] : []
  const open = datesFor(db, order, now).filter((day): day is OpenDay => day.ok)
  const earliest = open.find((day) => !day.expedited)
  const expedited = open.find((day) => day.expedited && (!earliest || day.date < earliest.date))
  const chosen = open.find((day) => day.date === order.arrivalOn)
  const rate = rateOf(db, order, now)
  const days = [chosen, earliest, expedited].filter((day) => day !== undefined)
  return [...new Set(days)].map((day) => ({
    id: day.date,
    displayName: `${day.expedited ? 'Expedited, arrives' : 'Arrives'} ${formatDay(day.date, 'long')}`,
    amount: rate ? dayShippingCents(rate, day, delivery === 'free') : 0,
  }))
}
