import type { Db } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import type { AddressAnswers, WireDate } from '#islands/checkout/props.ts'
import type { Instant } from '../day.ts'
import type { CalendarDay, OpenDay } from '../delivery/calendar.ts'
import type { ShippingRate } from '../delivery/shipping-rates.ts'
import type { Place } from '../postal/place.ts'
import { rateFor } from '../pricing/promised-terms.ts'
import { shippingCharge, type Totals } from '../pricing/total.ts'
import type { Accepted } from './address.ts'
import type { AddressRefusal } from './address-question.ts'

type DatesToShow = { days: CalendarDay[]; shipsFree: boolean; now: Instant }

export function toWireDates(db: Db, order: Order, { days, shipsFree, now }: DatesToShow): WireDate[] {
  const rate = rateOf(db, order, now)
  return days.map((day) => toWireDate(day, rate, shipsFree))
}

function toWireDate(day: CalendarDay, rate: ShippingRate | null, shipsFree: boolean): WireDate {
  if (!day.ok) {
    const { date, ok, reason, sentence } = day
    return {
      date,
      ok,
      reason,
      sentence,
      ship_on: null,
      lock_at: null,
      shipping_cents: null,
      expedited: false,
    }
  }
  return {
    date: day.date,
    ok: true,
    reason: null,
    sentence: null,
    ship_on: day.shipOn,
    lock_at: new Date(day.lockAt).toISOString(),
    shipping_cents: rate && dayShippingCents(rate, day, shipsFree),
    expedited: day.expedited,
  }
}

/** Null before an address. */
export const rateOf = (db: Db, order: Order, now: Instant): ShippingRate | null =>
  order.transitDays === null ? null : rateFor(db, order, order.transitDays, now)

export const dayShippingCents = (rate: ShippingRate, { expedited }: OpenDay, shipsFree: boolean): number =>
  shippingCharge(expedited ? rate : { ...rate, expeditedCents: 0 }, shipsFree)

/** The fields of the error catalog: `message, error_type, error_details`. */
export function toWireRefusal(refusal: AddressRefusal) {
  const { type, message } = refusal
  if (type === null) return { message, error_details: { fields: refusal.fields } }
  return { message, error_type: type, error_details: detailsOf(refusal) }
}

function detailsOf(refusal: AddressRefusal) {
  if (refusal.type === 'fc_changed') return { version: refusal.version, items: refusal.items }
  if (refusal.type !== 'modified_to_achieve_match') return {}
  return { suggested_address: toWirePlace(refusal.suggestion) }
}

export const toWirePlace = ({ street1, street2, city, state, zip }: Place) => ({
  street_address_1: street1,
  street_address_2: street2,
  city,
  state,
  postal_code: zip,
})

export const toAnswers = ({
  addressConfirmation,
  postalCodeDelay,
  centerChange,
}: Accepted): AddressAnswers => ({
  ...(addressConfirmation && { address_confirmation_bypass: addressConfirmation }),
  ...(postalCodeDelay && { postal_code_delay_bypass: 'accept' }),
  ...(centerChange && { fc_change_acknowledged: centerChange }),
})

/** The lines a wallet lists above the total; they add up to it. */
export function toLineItems(totals: Totals): { name: string; amount: number }[] {
  const lines = [
    { name: 'Items', amount: totals.itemsCents },
    { name: 'Promotions', amount: -totals.promotionsCents },
    { name: 'Rewards', amount: -totals.rewardsCents },
    { name: 'Delivery', amount: totals.shippingCents },
    { name: 'Sales tax', amount: totals.taxCents },
    { name: 'Gift cards you buy', amount: totals.boughtCardsCents },
    { name: 'Gift card', amount: totals.creditCents - totals.giftCents },
    { name: 'Store credit', amount: -totals.creditCents },
  ]
  return lines.filter(({ amount }) => amount !== 0)
}
