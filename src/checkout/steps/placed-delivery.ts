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
import { placeColumns } from '../../orders/order-address.ts'
import { orderById } from '../../orders/orders.ts'
import type { Verification } from '../../postal/place.ts'
import { paidCents, priceOnRoute } from '../../pricing/placed-price.ts'
import { lateReward } from '../../pricing/reward-problem.ts'
import type { Services } from '../../services.ts'
import { type AddressRefusal, askVerifier, closedDay, NOT_SERVED_SENTENCE, weigh } from '../address.ts'
import type { DeliveryStep } from './delivery-step-fields.ts'
import { type JudgedDelivery, writeDelivery } from './placed-delivery-write.ts'

export type PlacedChange =
  | { ok: true; returnedCents: number }
  | { ok: false; reason: 'locked'; message: string }
  | { ok: false; refusal: AddressRefusal }

/**
 * Saves where, when and as whose gift a placed order arrives, while it can still change. A place on the ship day moves
 * with the date, and what the order now costs less goes back, all in one transaction. What would cost more, or has
 * another center pack the box, is refused: the order keeps what was bought and paid for.
 */
export async function savePlacedDelivery(
  services: Services,
  { id }: Order,
  step: DeliveryStep,
): Promise<PlacedChange> {
  const { db, clock } = services
  const isElsewhere = !isSamePlace(orderById(db, id), step)
  const verification: Verification | null = isElsewhere ? await askVerifier(services, step.typed) : null
  return durably(db, (tx): PlacedChange => {
    const now = clock.now()
    const order = orderById(tx, id)
    const locked = lockedSentence(order, now)
    if (locked) return { ok: false, reason: 'locked', message: locked }
    const judged = judge(tx, { order, step, verification, now })
    if ('refusal' in judged) return { ok: false, ...judged }
    return { ok: true, returnedCents: writeDelivery(tx, order, judged, now) }
  })
}

type Question = { order: Order; step: DeliveryStep; verification: Verification | null; now: Instant }
function judge(db: Db, question: Question): JudgedDelivery | { refusal: AddressRefusal } {
  const { order, step } = question
  const check = checkAddress(db, step.typed)
  if (!check.ok) return plain(check.message, check.fields)
  const zone = deliveryZone(db, check.address.zip)
  if (!zone.served) return plain(NOT_SERVED_SENTENCE, ['zip'])

  const placed = judgePlace(question, check.address, zone)
  if ('refusal' in placed) return placed
  const day = judgeDay(db, question, zone)
  if (day && 'refusal' in day) return day
  const price = priceAfter(db, order, zone, placed.columns.deliveryState ?? '', day)
  if (price && price.dueCents > paidCents(order)) return plain(dearer(price.dueCents - paidCents(order)))
  return { columns: { ...placed.columns, ...giftAfter(order, step) }, day, price }
}

/** The address itself. An unchanged one is not asked about again. */
function judgePlace(
  { step, verification, now, order }: Question,
  address: Address,
  zone: ServedZone,
): { columns: Partial<Order> } | { refusal: AddressRefusal } {
  const person = { deliveryName: address.name, deliveryPhone: address.phone }
  if (verification === null && isSamePlace(order, step))
    return { columns: { ...person, deliveryState: order.deliveryState } }
  // Without one the order was moved elsewhere while it was being looked at: asked about later.
  const verified = weigh(verification ?? { status: 'unverified' }, address, step.accepted)
  if ('refusal' in verified) return verified
  if (verified.address.zip !== zone.zip) return plain(otherZip(verified.address), ['zip'])
  if (zone.fc.id !== order.fcId) return plain(otherCenter(zone))
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

/** A box that comes on the same day by the same way keeps its day, whatever has become of the calendar meanwhile. */
function judgeDay(
  db: Db,
  { order, step: { arrival }, now }: Question,
  zone: ServedZone,
): OpenDay | null | { refusal: AddressRefusal } {
  const date = arrival.date ?? order.arrivalOn
  const expedited = arrival.date === null ? order.expedited : arrival.expedited
  const isAsItWas = date === order.arrivalOn && zone.transitDays === order.transitDays
  if (date === null || (isAsItWas && (expedited || !order.expedited))) return null
  const asked = { zip: zone.zip, now, exceptOrderId: order.id, bookedOn: order.shipOn, expedited }
  const day = calendarDayFor(db, { ...asked, date })
  const lost = day?.ok ? lateReward(db, order.id, date) : null
  if (lost) return { refusal: closedDay(lost) }
  if (day?.ok) return day
  return { refusal: closedDay(day?.sentence ?? NOT_SERVED_SENTENCE) }
}

function priceAfter(db: Db, order: Order, zone: ServedZone, state: string, day: OpenDay | null) {
  if (!day && state === order.deliveryState) return null
  const expedited = day ? day.expedited : order.expedited
  return priceOnRoute(db, order, { transitDays: zone.transitDays, expedited, state })
}

/** A membership's box is no gift, and is not made one after it was paid. */
const giftAfter = (order: Order, { gift }: DeliveryStep) =>
  giftColumns(gift === 'as_it_is' || order.recurring ? giftOf(order) : gift)

const plain = (
  message: string,
  fields: Extract<AddressRefusal, { type: null }>['fields'] = [],
): { refusal: AddressRefusal } => ({ refusal: { type: null, message, fields } })

const dearer = (cents: number) =>
  `Delivered so, your box would cost ${formatCents(cents)} more than you paid. Please choose another day or address, or write to us.`

/** Day, center and price are judged for the ZIP that was typed, so a suggestion that brings another is typed first. */
const otherZip = ({ zip }: Address) =>
  `The post office has this address under the zip code ${zip}. Please enter it with that one.`

const otherCenter = ({ fc, zip }: ServedZone) =>
  `Boxes to ${zip} are packed in ${fc.city}, ${fc.state}, and a box that is paid for cannot move to another packing house. Please write to us.`

function isSamePlace(order: Order, { typed }: DeliveryStep): boolean {
  const now = [order.deliveryStreet1, order.deliveryStreet2 ?? '', order.deliveryCity, order.deliveryState]
  const then = [typed.street1, typed.street2, typed.city, typed.state]
  return now.every((line, index) => line === then[index]) && order.deliveryPostalCode === typed.zip
}
