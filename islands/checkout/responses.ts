import type { AddressRefusal } from '#src/checkout/address-question.ts'
import { type Day, parseDay } from '#src/day.ts'
import { type DeliveryFields, FIELD_NAMES, type FieldName } from '#src/delivery/rules.ts'
import { isRenewPeriod, type RenewPeriod } from '#src/orders/recurring-rules.ts'
import { FLOWS, type Flow } from '#src/payments/flow.ts'
import { PAYMENT_FAILED_SENTENCE, UNREADABLE_SENTENCE } from '#src/payments/rules.ts'
import type { Place } from '#src/postal/place.ts'
import { type CallResult, isRecord, UNREACHABLE_SENTENCE } from '../shared/api.ts'
import type { EmailProblem, WireDate } from './props.ts'

/** `alc-free` needs no payment and has no client secret. */
export type Intent = {
  flow: Flow
  clientSecret: string | null
  amountCents: number
  billingDetails: Record<string, unknown> | undefined
}

export type OrderStatus = {
  flow: Flow
  totalCents: number
  giftCents: number
  arrivesOn: Day | null
  /** Null for a one-time box. */
  period: RenewPeriod | null
  delivery: DeliveryFields | null
}

export const readEmailProblem = ({ body }: CallResult): EmailProblem => ({
  message: text(body.message) || UNREACHABLE_SENTENCE,
  html: text(body.error_html) || null,
})

/** Placed in another tab, or merged into another box: the confirmation URL redirects to the result. */
export const isClosed = ({ body }: CallResult) => body.code === 'order_placed' || body.code === 'order_joined'

export function readAddressRefusal({ body }: CallResult): AddressRefusal {
  const message = text(body.message) || UNREACHABLE_SENTENCE
  const details = isRecord(body.error_details) ? body.error_details : {}
  switch (body.error_type) {
    case 'modified_to_achieve_match':
      return { type: body.error_type, message, suggestion: readSuggestion(details.suggested_address) }
    case 'unconfirmed':
    case 'postal_code_service_delay':
    case 'no_eligible_shipping_days':
      return { type: body.error_type, message }
    case 'fc_changed':
      return {
        type: body.error_type,
        message,
        version: text(details.version),
        items: readItems(details.items),
      }
    default:
      return { type: null, message, fields: readFields(details.fields) }
  }
}

export const readDates = ({ body }: CallResult): WireDate[] =>
  Array.isArray(body.dates) ? (body.dates as WireDate[]) : []

/** Null when the response is malformed. */
export function readIntent({ ok, body }: CallResult): Intent | null {
  const flow = readFlow(body.flow)
  const amountCents = body.amount_cents
  if (!ok || !flow || typeof amountCents !== 'number') return null

  const clientSecret = text(body.clientSecret) || null
  if (flow !== 'alc-free' && !clientSecret) return null
  const defaults = isRecord(body.defaultValues) ? body.defaultValues.billingDetails : null
  return { flow, clientSecret, amountCents, billingDetails: isRecord(defaults) ? defaults : undefined }
}

/** Null when the response is malformed. */
export function readOrderStatus({ ok, body }: CallResult): OrderStatus | null {
  const flow = readFlow(body.flow)
  const totalCents = body.total_cents
  const giftCents = body.gift_cents
  if (!ok || !flow || typeof totalCents !== 'number' || typeof giftCents !== 'number') return null
  const renewPeriod = text(body.renew_period_type)
  const period = isRenewPeriod(renewPeriod) ? renewPeriod : null
  const arrivesOn = parseDay(text(body.arrives_on))
  return { flow, totalCents, giftCents, arrivesOn, period, delivery: readDelivery(body.delivery) }
}

const readDelivery = (value: unknown): DeliveryFields | null =>
  isRecord(value)
    ? (Object.fromEntries(FIELD_NAMES.map((name) => [name, text(value[name])])) as DeliveryFields)
    : null

const readFlow = (value: unknown): Flow | null => FLOWS.find((name) => name === value) ?? null

export const readPaymentMessage = ({ isReadable, body }: CallResult): string =>
  isReadable ? text(body.message) || PAYMENT_FAILED_SENTENCE : UNREADABLE_SENTENCE

export const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

function readSuggestion(value: unknown): Place {
  const place = isRecord(value) ? value : {}
  return {
    street1: text(place.street_address_1),
    street2: text(place.street_address_2),
    city: text(place.city),
    state: text(place.state),
    zip: text(place.postal_code),
  }
}

const readFields = (value: unknown): FieldName[] =>
  Array.isArray(value) ? FIELD_NAMES.filter((name) => value.includes(name)) : []

const readItems = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [])
    .map((item) => (isRecord(item) ? text(item.name) : text(item)))
    .filter(Boolean)
