import { type Db, quickly, type Tx } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import type { Day, Instant } from '../day.ts'
import { type Address, checkAddress, type DeliveryFields } from '../delivery/address.ts'
import type { CalendarDay, OpenDay } from '../delivery/calendar.ts'
import { calendarDayFor, calendarFor, deliveryZone, earliestOrReason } from '../delivery/calendar-facts.ts'
import type { ServedZone } from '../delivery/postal-zones.ts'
import { verifyPlace } from '../delivery/verification.ts'
import { recordBoxReaddressed } from '../orders/box-changed.ts'
import { changeableOrder, changeOpenOrder } from '../orders/open-order.ts'
import { addressColumns } from '../orders/order-address.ts'
import type { Verification } from '../postal/place.ts'
import type { Services } from '../services.ts'
import type { AddressRefusal } from './address-question.ts'
import { type ApprovedColumns, saveApproved } from './approved-columns.ts'
import { dateColumns, preferredDay } from './arrival-date.ts'
import { centerChangeRefusal, removeShortage, type Shortage, shortagesAt } from './center-change.ts'
import { verifyLater } from './verify-later.ts'

export type Accepted = {
  /** 'accept' takes the suggestion, 'use-original' keeps what was typed. */
  addressConfirmation: 'accept' | 'use-original' | null
  postalCodeDelay: boolean
  /** The version of the center change that the page showed. */
  centerChange: string | null
}

export type AddressChange =
  | { ok: true }
  | { ok: false; reason: 'order_placed' }
  | { ok: false; refusal: AddressRefusal }

/** The specification gives this sentence. */
export const NOT_SERVED_SENTENCE = "Sorry, we don't deliver to that postal code."

/** `date` null keeps the current day or takes the earliest; `expedited` allows days that need it. */
export type ArrivalRequest = { date: Day | null; expedited: boolean }

type AddressRequest = {
  order: Order
  typed: DeliveryFields
  accepted: Accepted
  /** From `askVerifier`, which runs before the transaction. */
  verification: Verification
  shownFcId: number | null
  arrival?: ArrivalRequest
  /** `current` is the order as the transaction sees it, which the verifier kept waiting. */
  alsoSave?: (tx: Tx, current: Order) => unknown
  now: Instant
}

/** Verifies a typed address, but only one that passes all other checks. */
export async function askVerifier(
  services: Pick<Services, 'addressVerifier' | 'db'>,
  typed: DeliveryFields,
): Promise<Verification> {
  const check = checkAddress(services.db, typed)
  if (!check.ok || !deliveryZone(services.db, check.address.zip).served) return { status: 'unverified' }
  return verifyPlace(services, check.address)
}

/**
 * Saves the address with its center, transit days and date in one transaction, or returns the first question for the
 * shopper. `shownFcId` is the center whose stock the shopper has seen, if known.
 */
export function changeAddress(db: Db, request: AddressRequest): Promise<AddressChange> {
  return quickly(db, (tx): AddressChange => {
    const { order, now } = request
    const open = changeableOrder(tx, order.id, now)
    if (!open.ok && open.reason === 'order_placed') return open
    if (!open.ok) return { ok: false, refusal: { type: null, message: open.message, fields: [] } }
    return applyAddress(tx, open.order, request)
  })
}

/** @param order as this transaction sees it, and changeable */
export function applyAddress(tx: Tx, order: Order, request: AddressRequest): AddressChange {
  const approved = evaluate(tx, { ...request, order })
  if ('refusal' in approved) return { ok: false, refusal: approved.refusal }
  changeOpenOrder(tx, order, request.now)
  for (const shortage of approved.shortages) removeShortage(tx, order, shortage)
  saveApproved(tx, order.id, approvedColumns(request, approved))
  if (approved.status === 'unverified') verifyLater(tx, order.id, request.now)
  request.alsoSave?.(tx, order)
  recordBoxReaddressed(tx, order, request.now)
  return { ok: true }
}

type Approved = {
  address: Address
  status: Order['addressStatus']
  zone: ServedZone
  shortages: Shortage[]
  day: OpenDay | null
}

/** Mistakes come before choices. */
function evaluate(
  db: Db,
  { order, typed, accepted, verification, shownFcId, arrival, now }: AddressRequest,
): Approved | { refusal: AddressRefusal } {
  const check = checkAddress(db, typed)
  if (!check.ok) return { refusal: { type: null, message: check.message, fields: check.fields } }

  const typedZone = deliveryZone(db, check.address.zip)
  if (!typedZone.served) return NOT_SERVED

  const verified = applyVerification(verification, check.address, accepted)
  if ('refusal' in verified) return verified
  const { zip } = verified.address // a suggestion may have changed it
  const zone = zip === typedZone.zip ? typedZone : deliveryZone(db, zip)
  if (!zone.served) return NOT_SERVED
  if (zone.delaySentence !== null && !accepted.postalCodeDelay) {
    return { refusal: { type: 'postal_code_service_delay', message: zone.delaySentence } }
  }
  const days = calendarFor(db, { zip, zone, now, exceptOrderId: order.id })
  if (!days.some((day) => day.ok)) {
    return { refusal: { type: 'no_eligible_shipping_days', message: noDaysSentence(db, zone, now) } }
  }
  const shortages = shortagesAt(db, order, zone.fc.id, now)
  if (order.draftedAt !== null && shortages.length > 0) return { refusal: draftShortage(zone, shortages) }
  const change = centerChangeRefusal(db, order, zone, shortages, shownFcId)
  if (change && change.version !== accepted.centerChange) return { refusal: change }
  const day = requestedDay(db, order, { zone, days }, arrival, now)
  if (day && !day.ok) return { refusal: closedDateRefusal(day.sentence) }
  return { ...verified, zone, shortages, day }
}

/** Nothing is taken out of a box that staff filled. */
const draftShortage = ({ fc, zip }: ServedZone, shortages: Shortage[]): AddressRefusal => ({
  type: null,
  fields: ['zip'],
  message: `Boxes to ${zip} ship from ${fc.city}, where we don't have all of this box: ${shortages
    .map(({ item }) => `${item.name}, ${item.label}`)
    .join('; ')}.`,
})

type Deliverable = { zone: ServedZone; days: CalendarDay[] }

function requestedDay(
  db: Db,
  order: Order,
  { zone, days }: Deliverable,
  arrival: ArrivalRequest | undefined,
  now: Instant,
) {
  const { zip } = zone
  if (!arrival?.date) return preferredDay(db, order, zip, now, days)
  return calendarDayFor(db, { zip, zone, now, exceptOrderId: order.id, ...arrival, date: arrival.date })
}

export const closedDateRefusal = (sentence: string): AddressRefusal => ({
  type: null,
  message: `${sentence} Please choose another delivery date.`,
  fields: [],
  isAboutDate: true,
})

const NOT_SERVED: { refusal: AddressRefusal } = {
  refusal: { type: null, message: NOT_SERVED_SENTENCE, fields: ['zip'] },
}

type Verified = { address: Address; status: Order['addressStatus'] } | { refusal: AddressRefusal }

export function applyVerification(
  verification: Verification,
  address: Address,
  { addressConfirmation }: Accepted,
): Verified {
  if (verification.status === 'unverified') return { address, status: 'unverified' }
  if (verification.status === 'unconfirmed') {
    if (addressConfirmation !== null) return { address, status: 'unconfirmed_kept' }
    const hint = verification.hint ? ` ${verification.hint}` : ''
    return { refusal: { type: 'unconfirmed', message: `We couldn't confirm this address.${hint}` } }
  }
  const { suggestion } = verification
  if (!suggestion) return { address, status: 'confirmed' }
  if (addressConfirmation === 'accept') return { address: { ...address, ...suggestion }, status: 'confirmed' }
  if (addressConfirmation === 'use-original') return { address, status: 'original_kept' }
  const message = 'The post office lists this address differently. Which one should we use?'
  return { refusal: { type: 'modified_to_achieve_match', message, suggestion } }
}

export const noDaysSentence = (db: Db, zone: ServedZone, now: Instant) =>
  earliestOrReason(db, zone.zip, now).noDeliveryReason ??
  `Sorry, we can't deliver to ${zone.place?.city ?? zone.zip} in the next few weeks.`

function approvedColumns({ now }: AddressRequest, { address, status, zone, day }: Approved): ApprovedColumns {
  return {
    ...addressColumns(address),
    addressStatus: status,
    addressVerifiedAt: status === 'confirmed' ? now : null,
    postalCodeDelayAccepted: zone.delayed,
    transitDays: zone.transitDays,
    fcId: zone.fc.id,
    termsPromisedAt: now,
    ...dateColumns(day),
  }
}
