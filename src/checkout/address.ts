import { and, eq } from 'drizzle-orm'
import { type Db, quickly, type Tx } from '#db/client.ts'
import { type Order, orderLines, orders } from '#db/schema/index.ts'
import type { Day, Instant } from '../day.ts'
import { type Address, checkAddress, type DeliveryFields } from '../delivery/address.ts'
import type { OpenDay } from '../delivery/calendar.ts'
import { calendarDayFor, calendarFor, deliveryZone, earliestOrReason } from '../delivery/calendar-facts.ts'
import type { ServedZone } from '../delivery/postal-zones.ts'
import type { FieldName } from '../delivery/rules.ts'
import { verifyPlace } from '../delivery/verification.ts'
import { itemsOf, type OrderItem } from '../orders/items.ts'
import { changeOpenOrder } from '../orders/open-order.ts'
import { addressColumns } from '../orders/order-address.ts'
import type { Place, Verification } from '../postal/place.ts'
import type { Services } from '../services.ts'
import { shortagesOf } from '../stock/stock.ts'
import { sha256 } from '../tokens.ts'
import { dateColumns, preferredDay } from './arrival-date.ts'
import { verifyLater } from './verify-later.ts'

/** What the shopper has already said yes to, for this address and no other. */
export type Accepted = {
  /** 'accept' takes the suggestion, 'use-original' keeps what was typed. */
  addressConfirmation: 'accept' | 'use-original' | null
  postalCodeDelay: boolean
  /** The version of the change of center that was shown. */
  centerChange: string | null
}

export type AddressRefusal =
  | { type: null; message: string; fields: FieldName[]; isAboutDate?: true }
  | { type: 'modified_to_achieve_match'; message: string; suggestion: Place }
  | { type: 'unconfirmed'; message: string }
  | { type: 'postal_code_service_delay'; message: string }
  | { type: 'no_eligible_shipping_days'; message: string }
  | { type: 'fc_changed'; message: string; version: string; items: string[] }

export type AddressChange =
  | { ok: true }
  | { ok: false; reason: 'order_placed' }
  | { ok: false; refusal: AddressRefusal }

/** The customer's sentence for a postal code nobody delivers to. */
export const NOT_SERVED_SENTENCE = "Sorry, we don't deliver to that postal code."

/** A day that is chosen together with the address. `date` null: whichever suits; `expedited`: the faster way may be taken. */
export type ArrivalRequest = { date: Day | null; expedited: boolean }

type Question = {
  order: Order
  typed: DeliveryFields
  accepted: Accepted
  /** What the verifier says of what was typed: `askVerifier`, before this. */
  verification: Verification
  shownFcId: number | null
  arrival?: ArrivalRequest
  /** What else was said on the same page, saved in the same transaction. */
  alongside?: (tx: Tx, order: Order) => void
  now: Instant
}

/** What the verifier says of a typed address, asked only about one that has nothing else wrong. */
export async function askVerifier(
  services: Pick<Services, 'db' | 'addresses'>,
  typed: DeliveryFields,
): Promise<Verification> {
  const check = checkAddress(services.db, typed)
  if (!check.ok || !deliveryZone(services.db, check.address.zip).served) return { status: 'unverified' }
  return verifyPlace(services, check.address)
}

/**
 * Gives an order its address, or says which of the five questions stands in the way. What depends on the address
 * follows in the same transaction: the center, the days on the road, the date. The price follows by itself.
 * @param shownFcId the center whose shelves the shopper has been looking at, when known
 */
export function changeAddress(db: Db, question: Question): Promise<AddressChange> {
  return quickly(db, (tx): AddressChange => {
    const { order, now } = question
    const judged = judge(tx, question)
    if ('refusal' in judged) return { ok: false, refusal: judged.refusal }
    if (!changeOpenOrder(tx, order, now)) return { ok: false, reason: 'order_placed' }
    for (const item of judged.lacking) takeOut(tx, order, item)
    tx.update(orders).set(judgedColumns(question, judged)).where(eq(orders.id, order.id)).run()
    if (judged.status === 'unverified') verifyLater(tx, order.id, now)
    question.alongside?.(tx, order)
    return { ok: true }
  })
}

type Lacking = { item: OrderItem; available: number }
type Judged = {
  address: Address
  status: Order['addressStatus']
  zone: ServedZone
  lacking: Lacking[]
  day: OpenDay | null
}

/** In the order in which a person would want to hear it: what is wrong first, what to choose then. */
function judge(
  db: Db,
  { order, typed, accepted, verification, shownFcId, arrival, now }: Question,
): Judged | { refusal: AddressRefusal } {
  const check = checkAddress(db, typed)
  if (!check.ok) return { refusal: { type: null, message: check.message, fields: check.fields } }

  if (!deliveryZone(db, check.address.zip).served) return NOT_SERVED

  const verified = weigh(verification, check.address, accepted)
  if ('refusal' in verified) return verified
  const zone = deliveryZone(db, verified.address.zip) // a suggestion may bring another ZIP
  if (!zone.served) return NOT_SERVED
  if (zone.delaySentence !== null && !accepted.postalCodeDelay) {
    return { refusal: { type: 'postal_code_service_delay', message: zone.delaySentence } }
  }
  if (!calendarFor(db, { zip: zone.zip, now, exceptOrderId: order.id }).some((day) => day.ok)) {
    return { refusal: { type: 'no_eligible_shipping_days', message: noDaysSentence(db, zone, now) } }
  }
  const lacking = missingAt(db, order, zone.fc.id, now)
  const change = centerChange(db, order, zone, lacking, shownFcId)
  if (change && change.version !== accepted.centerChange) return { refusal: change }
  const day = wishedDay(db, order, zone.zip, arrival, now)
  if (day && !day.ok) return { refusal: closedDay(day.sentence) }
  return { ...verified, zone, lacking, day }
}

function wishedDay(db: Db, order: Order, zip: string, arrival: ArrivalRequest | undefined, now: Instant) {
  if (!arrival?.date) return preferredDay(db, order, zip, now)
  return calendarDayFor(db, { zip, now, exceptOrderId: order.id, ...arrival, date: arrival.date })
}

/** A day that was chosen, and why it cannot be. */
export const closedDay = (sentence: string): AddressRefusal => ({
  type: null,
  message: `${sentence} Please choose another delivery date.`,
  fields: [],
  isAboutDate: true,
})

const NOT_SERVED: { refusal: AddressRefusal } = {
  refusal: { type: null, message: NOT_SERVED_SENTENCE, fields: ['zip'] },
}

type Verified = { address: Address; status: Order['addressStatus'] } | { refusal: AddressRefusal }

/** What a verification means for an address, with what the shopper has said to it. */
export function weigh(
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
  const message = 'The post office writes this address differently. Which one shall we use?'
  return { refusal: { type: 'modified_to_achieve_match', message, suggestion } }
}

export const noDaysSentence = (db: Db, zone: ServedZone, now: Instant) =>
  earliestOrReason(db, zone.zip, now).noDays ??
  `Sorry, there is no day in the next weeks on which we can deliver to ${zone.place?.city ?? zone.zip}.`

/** What a center that is new to the order does not have of it. Later shortages are said before the payment. */
export function missingAt(db: Db, order: Order, fcId: number, now: Instant): Lacking[] {
  if (fcId === order.fcId) return []
  const items = itemsOf(db, order.id)
  return shortagesOf(db, { id: order.id, fcId }, items, now).flatMap(({ offerId, available }) => {
    const item = items.find((line) => line.offerId === offerId)
    return item ? [{ item, available }] : []
  })
}

/** Every line of the box would have to leave it. */
function leavesNothing(db: Db, order: Order, lacking: Lacking[]): boolean {
  const gone = lacking.filter(({ item, available }) => available < item.minQuantity)
  return gone.length > 0 && gone.length === itemsOf(db, order.id).length
}

/** A box that is packed elsewhere than the shopper saw is said so, once, with all that it means for the box. */
export function centerChange(
  db: Db,
  order: Order,
  zone: ServedZone,
  lacking: Lacking[],
  shownFcId: number | null,
) {
  const isNew = shownFcId !== null && zone.fc.id !== shownFcId
  if (!isNew && lacking.length === 0) return null
  const items = lacking.map(
    ({ item, available }) => `${item.name}, ${item.label}${available > 0 ? ` (only ${available})` : ''}`,
  )
  const left = leavesNothing(db, order, lacking) ? ' and leave it empty' : ''
  const loss =
    items.length > 0 ? ` It does not have ${items.join('; ')}, which would come out of your box${left}.` : ''
  const facts = `${order.id}:${zone.zip}:${zone.fc.id}:${lacking.map((one) => `${one.item.id}=${one.available}`)}`
  return {
    type: 'fc_changed' as const,
    message: `Your box to ${zone.zip} is packed in ${zone.fc.city}, ${zone.fc.state}.${loss}`,
    version: sha256(facts).slice(0, 22),
    items,
  }
}

function takeOut(tx: Tx, order: Order, { item, available }: Lacking) {
  const line = and(eq(orderLines.orderId, order.id), eq(orderLines.id, item.id))
  if (available >= item.minQuantity) tx.update(orderLines).set({ quantity: available }).where(line).run()
  else tx.delete(orderLines).where(line).run()
}

function judgedColumns({ now }: Question, { address, status, zone, day }: Judged) {
  return {
    state: 'addressed' as const,
    ...addressColumns(address),
    addressStatus: status,
    addressVerifiedAt: status === 'confirmed' ? now : null,
    postalCodeDelayAccepted: zone.delayed,
    transitDays: zone.transitDays,
    fcId: zone.fc.id,
    ...dateColumns(day),
  }
}
