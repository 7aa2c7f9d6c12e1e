import type { Order } from '#db/schema/index.ts'
import { type Day, formatDay } from '../day.ts'
import { hasAddress, placeOf } from '../orders/order-address.ts'
import type { Refusal } from '../orders/readiness.ts'
import { FREQUENCIES, type RenewPeriod, startsMembership } from '../orders/recurring-rules.ts'
import { placeLine } from '../postal/place.ts'
import { shownAddress } from './shown-fields.ts'

/**
 * What the form showed; null where it didn't say. Another tab may have changed it without changing the total.
 * `recurring` is true where only the frequency is missing.
 */
export type Shown = {
  arrivesOn: Day | null
  recurring: RenewPeriod | boolean | null
  address: string | null
}

/** How often the box comes once it is paid; null for a one-time box. */
export const periodToPayFor = (order: Order): RenewPeriod | null =>
  startsMembership(order) ? order.renewPeriodType : null

export function changedRefusal(order: Order, shown: Shown): Refusal | null {
  const place = placeOf(order)
  if (hasAddress(order) && shown.address !== null && letters(shown.address) !== letters(shownAddress(place)))
    return { code: 'address_changed', message: addressChangedSentence(placeLine(place)) }
  const { arrivalOn } = order
  if (arrivalOn !== null && shown.arrivesOn !== null && arrivalOn !== shown.arrivesOn)
    return { code: 'date_changed', message: dayChangedSentence(arrivalOn) }
  const period = periodToPayFor(order)
  const isAsShown = shown.recurring === true ? period !== null : (shown.recurring || null) === period
  if (shown.recurring === null || isAsShown) return null
  return { code: 'recurring_changed', message: recurringChangedSentence(period) }
}

/** The page shows what was typed, which we tidy before we save it. */
const letters = (address: string) =>
  address
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const addressChangedSentence = (address: string): string =>
  `This box now goes to ${address}. Please check the address before you pay.`

const dayChangedSentence = (arrivesOn: Day): string =>
  `This box now arrives ${formatDay(arrivesOn, 'long')}. Please check the day before you pay.`

/** @param period null for a one-time box */
const recurringChangedSentence = (period: RenewPeriod | null): string =>
  period
    ? `This box now comes ${FREQUENCIES[period]} until you cancel. Please check it before you pay.`
    : 'This is now a one-time box. Please check it before you pay.'
