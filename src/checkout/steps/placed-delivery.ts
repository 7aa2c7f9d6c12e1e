import { type Db, durably } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import type { Instant } from '../../day.ts'
import { type Address, checkAddress } from '../../delivery/address.ts'
import type { OpenDay } from '../../delivery/calendar.ts'
import { calendarDayFor, deliveryZone } from '../../delivery/calendar-facts.ts'
import type { ServedZone } from '../../delivery/postal-zones.ts'
import { formatCents } from '../../money.ts'
import { lockedSentence } from '../../orders/delivery-lock.ts'
import { giftColumns, giftOf } from '../../orders/gifting.ts'
import { lotMoveSentences } from '../../orders/moved-lots.ts'
import { placeColumns, placeOf } from '../../orders/order-address.ts'
import { orderById } from '../../orders/orders.ts'
import { returnRefusal } from '../../payments/lower-items.ts'
import { isSamePlace, type Verification } from '../../postal/place.ts'
import { paidCents, priceOnRoute } from '../../pricing/placed-price.ts'
import { lateReward } from '../../pricing/reward-problem.ts'
import type { Services } from '../../services.ts'
import { applyVerification, askVerifier, closedDateRefusal, NOT_SERVED_SENTENCE } from '../address.ts'
import type { AddressMistake, AddressRefusal } from '../address-question.ts'
import type { DeliveryStep } from './delivery-step-fields.ts'
import {
  type ApprovedDelivery,
  type DeliveryChange,
  type Returned,
  writeDelivery,
} from './placed-delivery-write.ts'

export type PlacedChange =
  | ({ ok: true } & Returned)
  | { ok: false; reason: 'locked'; message: string }
  | { ok: false; refusal: AddressRefusal }

/**
 * Changes address, date or gift of a placed order before its lock, and refunds the difference, in one transaction.
 * Refuses a change that costs more or moves the box to another center: the order keeps what was paid for.
 */
export async function savePlacedDelivery(
  services: Services,
  { id }: Order,
  step: DeliveryStep,
): Promise<PlacedChange> {
  const { db, clock } = services
  const isNewPlace = !isSamePlace(placeOf(orderById(db, id)), step.typed)
  const verification: Verification | null = isNewPlace ? await askVerifier(services, step.typed) : null
  return durably(db, (tx): PlacedChange => {
    const now = clock.now()
    const order = orderById(tx, id)
    const locked = lockedSentence(order, now)
    if (locked) return { ok: false, reason: 'locked', message: locked }
    const approved = evaluate(tx, { order, step, verification, now })
    if ('refusal' in approved) return { ok: false, ...approved }
    const written = writeDelivery(tx, order, approved, changeOf(order, approved), now)
    return { ok: true, ...written }
  })
}

const changeOf = (order: Order, { columns, day }: ApprovedDelivery): DeliveryChange => ({
  kind: 'delivery',
  detail: {
    isNewPlace: columns.deliveryStreet1 !== undefined && columns.deliveryStreet1 !== order.deliveryStreet1,
    ...(day && order.arrivalOn && day.date !== order.arrivalOn && { from: order.arrivalOn, to: day.date }),
  },
})

type ChangeRequest = { order: Order; step: DeliveryStep; verification: Verification | null; now: Instant }

function evaluate(db: Db, request: ChangeRequest): ApprovedDelivery | { refusal: AddressRefusal } {
  const { order, step } = request
  const check = checkAddress(db, step.typed)
  if (!check.ok) return plainRefusal(check.message, check.fields)
  const zone = deliveryZone(db, check.address.zip)
  if (!zone.served) return plainRefusal(NOT_SERVED_SENTENCE, ['zip'])

  const place = evaluatePlace(request, check.address, zone)
  if ('refusal' in place) return place
  const day = evaluateDay(db, request, zone)
  if (day && 'refusal' in day) return day
  const lots = lotRefusal(db, request, { ...order, ...place.columns, ...(day && { arrivalOn: day.date }) })
  if (lots) return { refusal: lots }
  const price = priceAfter(db, order, zone, place.columns.deliveryState ?? '', day)
  if (price && price.dueCents > paidCents(order))
    return plainRefusal(costsMoreSentence(price.dueCents - paidCents(order)))
  const refusal = price && returnRefusal(db, order, paidCents(order) - price.dueCents, null)
  if (refusal) return plainRefusal(refusal)
  return { columns: { ...place.columns, ...giftAfter(order, step) }, day, price }
}

function evaluatePlace(
  { step, verification, now, order }: ChangeRequest,
  address: Address,
  zone: ServedZone,
): { columns: Partial<Order> } | { refusal: AddressRefusal } {
  const person = { deliveryName: address.name, deliveryPhone: address.phone }
  if (verification === null && isSamePlace(placeOf(order), step.typed))
    return { columns: { ...person, deliveryState: order.deliveryState } }
  // No verification means that another request changed the address: a job verifies it later.
  const verified = applyVerification(verification ?? { status: 'unverified' }, address, step.accepted)
  if ('refusal' in verified) return verified
  if (verified.address.zip !== zone.zip) return plainRefusal(otherZipSentence(verified.address), ['zip'])
  if (zone.fc.id !== order.fcId) return plainRefusal(otherCenterSentence(zone))
  if (zone.delaySentence !== null && zone.zip !== order.deliveryPostalCode && !step.accepted.postalCodeDelay)
    return { refusal: { type: 'postal_code_service_delay', message: zone.delaySentence } }
  return {
    columns: {
      ...person,
      ...placeColumns(verified.address),
      addressStatus: verified.status,
      addressVerifiedAt: verified.status === 'confirmed' ? now : null,
      postalCodeDelayAccepted: zone.delayed,
      transitDays: zone.transitDays,
    },
  }
}

/** The same day by the same route stays, even if the calendar has closed it since. */
function evaluateDay(
  db: Db,
  { order, step: { arrival }, now }: ChangeRequest,
  zone: ServedZone,
): OpenDay | null | { refusal: AddressRefusal } {
  const date = arrival.date ?? order.arrivalOn
  const expedited = arrival.date === null ? order.expedited : arrival.expedited
  const isSameRoute = date === order.arrivalOn && zone.transitDays === order.transitDays
  if (date === null || (isSameRoute && (expedited || !order.expedited))) return null
  const query = { zip: zone.zip, now, exceptOrderId: order.id, bookedOn: order.shipOn, expedited }
  const day = calendarDayFor(db, { ...query, date })
  const rewardProblem = day?.ok ? lateReward(db, order.id, date) : null
  if (rewardProblem) return { refusal: closedDateRefusal(rewardProblem) }
  if (day?.ok) return day
  return { refusal: closedDateRefusal(day?.sentence ?? NOT_SERVED_SENTENCE) }
}

/** Once an address and a day are right in themselves. */
function lotRefusal(db: Db, { order, now }: ChangeRequest, next: Order): AddressRefusal | null {
  const sentence = lotMoveSentences(db, order, now)(next)
  if (!sentence) return null
  return next.deliveryState === order.deliveryState
    ? closedDateRefusal(sentence)
    : plainRefusal(`${sentence} Please contact us.`).refusal
}

function priceAfter(db: Db, order: Order, zone: ServedZone, state: string, day: OpenDay | null) {
  if (!day && state === order.deliveryState) return null
  const expedited = day ? day.expedited : order.expedited
  return priceOnRoute(db, order, { transitDays: zone.transitDays, expedited, state })
}

const giftAfter = (order: Order, { gift }: DeliveryStep) =>
  giftColumns(gift === 'unchanged' || order.recurring ? giftOf(order) : gift)

const plainRefusal = (
  message: string,
  fields: AddressMistake['fields'] = [],
): { refusal: AddressRefusal } => ({ refusal: { type: null, message, fields } })

const costsMoreSentence = (cents: number) =>
  `That would cost ${formatCents(cents)} more than you paid. Please choose another day or address, or contact us.`

/** Day, center and price depend on the typed ZIP code, so the shopper has to type the suggested one. */
const otherZipSentence = ({ zip }: Address) =>
  `The post office lists this address under ZIP code ${zip}. Please enter that one instead.`

const otherCenterSentence = ({ fc, zip }: ServedZone) =>
  `Boxes to ${zip} ship from ${fc.city}, ${fc.state}, and we can't move a paid box to another center. Please contact us.`
