import { eq } from 'drizzle-orm'
import { type Db, quickly } from '#db/client.ts'
import { type Order, orders } from '#db/schema/index.ts'
import type { Instant } from '../../day.ts'
import { stateMismatchSentence } from '../../delivery/address.ts'
import { calendarFor, deliveryZone } from '../../delivery/calendar-facts.ts'
import { placeOf, type ServedZone } from '../../delivery/postal-zones.ts'
import { isZip, ZIP_SENTENCE } from '../../delivery/rules.ts'
import { changeOpenOrder } from '../../orders/open-order.ts'
import { hasAddress } from '../../orders/order-address.ts'
import { orderById } from '../../orders/orders.ts'
import { isOpen } from '../../orders/states.ts'
import { stateCode } from '../../postal/states.ts'
import { currentTotals } from '../../pricing/facts.ts'
import type { Totals } from '../../pricing/total.ts'
import { NOT_SERVED_SENTENCE, noDaysSentence } from '../address.ts'
import type { AddressRefusal } from '../address-question.ts'
import { dateColumns, preferredDay } from '../arrival-date.ts'
import { centerChangeRefusal, shortagesAt } from '../center-change.ts'
import { type DeliveryRate, deliveryRates } from '../delivery-rates.ts'

/** All that a wallet reveals before payment: no name, no street. */
export type WalletPlace = { city: string; state: string; zip: string }

export type PlaceQuote =
  | { ok: true; rates: DeliveryRate[]; totals: Totals }
  | { ok: false; reason: 'order_placed' }
  | { ok: false; refusal: AddressRefusal }

type QuoteRequest = { orderId: number; place: WalletPlace; shownFcId: number | null; now: Instant }

/**
 * Checks a wallet's place and prices the order for it. An order without an address saves the place, so that its total
 * matches the wallet's. A complete address stays until payment, when the wallet's full address replaces it.
 */
export function quoteWalletPlace(
  db: Db,
  { orderId, place, shownFcId, now }: QuoteRequest,
): Promise<PlaceQuote> {
  return quickly(db, (tx): PlaceQuote => {
    const order = orderById(tx, orderId)
    if (!isOpen(order.state)) return { ok: false, reason: 'order_placed' }
    const evaluated = evaluate(tx, order, place, order.fcId ?? shownFcId, now)
    if ('refusal' in evaluated) return { ok: false, refusal: evaluated.refusal }

    const columns = placeColumns(tx, order, place, evaluated.zone, now)
    if (!hasAddress(order) && differs(order, columns)) {
      changeOpenOrder(tx, order, now)
      tx.update(orders).set(columns).where(eq(orders.id, order.id)).run()
    }
    const priced = { ...order, ...columns }
    return { ok: true, rates: deliveryRates(tx, priced, now), totals: currentTotals(tx, priced, now) }
  })
}

type Evaluated = { zone: ServedZone } | { refusal: AddressRefusal }

/** The checks of `changeAddress` that need no name and no street. */
function evaluate(
  db: Db,
  order: Order,
  { state, zip }: WalletPlace,
  shownFcId: number | null,
  now: Instant,
): Evaluated {
  const zone = deliveryZone(db, zip)
  if (!isZip(zip)) return { refusal: { type: null, message: ZIP_SENTENCE, fields: ['zip'] } }
  if (!zone.served) return { refusal: { type: null, message: NOT_SERVED_SENTENCE, fields: ['zip'] } }

  const zipState = placeOf(db, zip)?.state
  if (zipState && zipState !== stateCode(state)) {
    const message = stateMismatchSentence(zip, zipState)
    return { refusal: { type: null, message, fields: ['state', 'zip'] } }
  }
  const accepted = order.postalCodeDelayAccepted && order.deliveryPostalCode === zip
  if (zone.delaySentence !== null && !accepted) {
    return { refusal: { type: 'postal_code_service_delay', message: zone.delaySentence } }
  }
  if (!calendarFor(db, { zip, now, exceptOrderId: order.id }).some((day) => day.ok)) {
    return { refusal: { type: 'no_eligible_shipping_days', message: noDaysSentence(db, zone, now) } }
  }
  const change = centerChangeRefusal(db, order, zone, shortagesAt(db, order, zone.fc.id, now), shownFcId)
  return change ? { refusal: change } : { zone }
}

/** Leaves the center alone: it follows with the full address. */
function placeColumns(db: Db, order: Order, { city, state }: WalletPlace, zone: ServedZone, now: Instant) {
  return {
    deliveryCity: zone.place?.city ?? city,
    deliveryState: stateCode(state) ?? state,
    deliveryPostalCode: zone.zip,
    transitDays: zone.transitDays,
    ...dateColumns(preferredDay(db, order, zone.zip, now)),
  }
}

const differs = (order: Order, columns: Partial<Order>) =>
  (Object.keys(columns) as (keyof Order)[]).some((name) => order[name] !== columns[name])
