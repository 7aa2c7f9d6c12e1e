import { eq } from 'drizzle-orm'
import { type Db, quickly } from '#db/client.ts'
import { type Order, orders } from '#db/schema/index.ts'
import type { Instant } from '../../day.ts'
import { calendarFor, deliveryZone } from '../../delivery/calendar-facts.ts'
import { placeOf, type ServedZone } from '../../delivery/postal-zones.ts'
import { isZip, ZIP_SENTENCE } from '../../delivery/rules.ts'
import { changeOpenOrder } from '../../orders/open-order.ts'
import { hasAddress } from '../../orders/order-address.ts'
import { orderById } from '../../orders/orders.ts'
import { isOpen } from '../../orders/states.ts'
import { STATES, stateCode } from '../../postal/states.ts'
import { currentTotals } from '../../pricing/facts.ts'
import type { Totals } from '../../pricing/total.ts'
import {
  type AddressRefusal,
  centerChange,
  missingAt,
  NOT_SERVED_SENTENCE,
  noDaysSentence,
} from '../address.ts'
import { dateColumns, preferredDay } from '../arrival-date.ts'
import { type DeliveryRate, deliveryRates } from '../delivery-rates.ts'

/** All that a wallet tells of an address before its owner has paid: no name, no street. */
export type WalletPlace = { city: string; state: string; zip: string }

export type PlaceAnswer =
  | { ok: true; rates: DeliveryRate[]; totals: Totals }
  | { ok: false; reason: 'order_placed' }
  | { ok: false; refusal: AddressRefusal }

type Question = { orderId: number; place: WalletPlace; shownFcId: number | null; now: Instant }

/**
 * Judges the place that a wallet shows, as far as it goes, and prices the order for it. An order without an address
 * takes the place on, so that its total is the wallet's wherever it is asked for. A finished address stands: the
 * answer says what the other place would cost, and only the whole address, on paying, takes its place.
 */
export function considerPlace(db: Db, { orderId, place, shownFcId, now }: Question): Promise<PlaceAnswer> {
  return quickly(db, (tx): PlaceAnswer => {
    const order = orderById(tx, orderId)
    if (!isOpen(order.state)) return { ok: false, reason: 'order_placed' }
    const judged = judge(tx, order, place, order.fcId ?? shownFcId, now)
    if ('refusal' in judged) return { ok: false, refusal: judged.refusal }

    const columns = placeColumns(tx, order, place, judged.zone, now)
    if (!hasAddress(order) && isNew(order, columns)) {
      changeOpenOrder(tx, order, now)
      tx.update(orders).set(columns).where(eq(orders.id, order.id)).run()
    }
    const there = { ...order, ...columns }
    return { ok: true, rates: deliveryRates(tx, there, now), totals: currentTotals(tx, there, now) }
  })
}

type Judged = { zone: ServedZone } | { refusal: AddressRefusal }

/** The questions of a whole address, but for what nobody can know yet: who, which street, and its spelling. */
function judge(
  db: Db,
  order: Order,
  { state, zip }: WalletPlace,
  shownFcId: number | null,
  now: Instant,
): Judged {
  const zone = deliveryZone(db, zip)
  if (!isZip(zip)) return { refusal: { type: null, message: ZIP_SENTENCE, fields: ['zip'] } }
  if (!zone.served) return { refusal: { type: null, message: NOT_SERVED_SENTENCE, fields: ['zip'] } }

  const of = placeOf(db, zip)?.state
  if (of && of !== stateCode(state)) {
    const message = `The zip code ${zip} is in ${STATES[of] ?? of}. Please check the state and the zip code.`
    return { refusal: { type: null, message, fields: ['state', 'zip'] } }
  }
  const accepted = order.postalCodeDelayAccepted && order.deliveryPostalCode === zip
  if (zone.delaySentence !== null && !accepted) {
    return { refusal: { type: 'postal_code_service_delay', message: zone.delaySentence } }
  }
  if (!calendarFor(db, { zip, now, exceptOrderId: order.id }).some((day) => day.ok)) {
    return { refusal: { type: 'no_eligible_shipping_days', message: noDaysSentence(db, zone, now) } }
  }
  const change = centerChange(db, order, zone, missingAt(db, order, zone.fc.id, now), shownFcId)
  return change ? { refusal: change } : { zone }
}

/** Who packs follows with the whole address: until then no shelf but the one that was shown is looked at. */
function placeColumns(db: Db, order: Order, { city, state }: WalletPlace, zone: ServedZone, now: Instant) {
  return {
    deliveryCity: zone.place?.city ?? city,
    deliveryState: stateCode(state) ?? state,
    deliveryPostalCode: zone.zip,
    transitDays: zone.transitDays,
    ...dateColumns(preferredDay(db, order, zone.zip, now)),
  }
}

const isNew = (order: Order, columns: Partial<Order>) =>
  (Object.keys(columns) as (keyof Order)[]).some((name) => order[name] !== columns[name])
