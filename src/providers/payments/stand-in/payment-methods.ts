import type Stripe from 'stripe'
import { mergeMetadata, readBillingDetails } from './addresses.ts'
import { type Act, type Answer, declined, ok } from './answers.ts'
import { customerNamed } from './customers.ts'
import { type Desk, seconds } from './desk.ts'
import { tell } from './events.ts'
import { keep, kept, load, type MethodNote, read, rekeep } from './kept.ts'
import { listed } from './lists.ts'
import { Params } from './params.ts'
import { cardError, invalid, missing } from './refusals.ts'
import { type TestCard, testCardNamed } from './test-cards.ts'
import { fingerprint } from './fingerprints.ts'
import { spendToken } from './tokens.ts'

export type Wallet = 'apple_pay' | 'google_pay' | 'link'

/** A payment method with what the stand-in knows of it. */
export type Method = { object: Stripe.PaymentMethod; note: MethodNote; card: TestCard }

export const createPaymentMethod: Act = (desk, params) => ok(readNewMethod(desk, params).json)

export const retrievePaymentMethod: Act = (desk, params, id) => {
  params.refuseUnknown()
  const ready = testCardNamed(id)
  return ok(
    ready ? JSON.stringify(newMethod(desk, ready, noDetails()).object) : kept(desk, 'payment_method', id),
  )
}

export const updatePaymentMethod: Act = (desk, params, id) => {
  const { object, note } = loadMethod(desk, id)
  const details = params.group('billing_details')
  params.ignore('card', 'allow_redisplay')
  object.metadata = mergeMetadata(object.metadata, params)
  if (details) object.billing_details = readBillingDetails(details)
  params.refuseUnknown()
  const json = rekeep(desk, object, note)
  tell(desk, 'payment_method.updated', json)
  return ok(json)
}

export const attachPaymentMethod: Act = (desk, params, id) => {
  const customer = params.required('customer')
  params.refuseUnknown()
  const method = methodFor(desk, id)
  return attach(desk, method, customerNamed(desk, customer).id) ?? ok(JSON.stringify(method.object))
}

export const detachPaymentMethod: Act = (desk, params, id) => {
  const { object, note } = loadMethod(desk, id)
  params.refuseUnknown()
  if (object.customer === null)
    throw invalid(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    )
  object.customer = null
  const json = rekeep(desk, object, { ...note, spent: true })
  tell(desk, 'payment_method.detached', json)
  return ok(json)
}

export const listPaymentMethods: Act = (desk, params) => {
  const customer = params.required('customer')
  params.ignore('type')
  return listed(desk, 'payment_method', '/v1/payment_methods', params, {
    customer: customerNamed(desk, customer).id,
  })
}

export const listCustomersMethods: Act = (desk, params, customer) => {
  params.ignore('type', 'allow_redisplay')
  const url = `/v1/customers/${customer}/payment_methods`
  return listed(desk, 'payment_method', url, params, { customer: customerNamed(desk, customer).id })
}

export const retrieveCustomersMethod: Act = (desk, params, customer, id) => {
  params.refuseUnknown()
  const json = kept(desk, 'payment_method', id)
  if (read<'payment_method'>(json).customer !== customer) throw missing('payment_method', id)
  return ok(json)
}

/** The method of that id; a test name such as `pm_card_visa` makes a new one, as at Stripe. */
export function methodFor(desk: Desk, id: string): Method {
  const card = testCardNamed(id)
  return card ? keepMethod(desk, card, noDetails()) : loadMethod(desk, id, 'payment_method')
}

export function loadMethod(desk: Desk, id: string, param?: string): Method {
  const row = desk.store.find(id)
  if (row?.kind !== 'payment_method' || row.note === null) throw missing('payment_method', id, param)
  // Safe: only `keep` writes notes, and only of this type.
  const note = JSON.parse(row.note) as MethodNote
  const card = testCardNamed(note.card)
  if (!card) throw missing('payment_method', id, param)
  return { object: read<'payment_method'>(row.json), note, card }
}

/** Saves a method for a customer. Answers the card's refusal, or nothing when it is attached. */
export function attach(desk: Desk, method: Method, customer: string): Answer | undefined {
  const { object, note, card } = method
  if (object.customer === customer) return undefined
  if (object.customer)
    throw invalid('The payment method you provided has already been attached to a customer.')
  refuseSpent(note)
  if (card.fate.kind === 'declines') return declined(cardError(card.fate.decline))
  object.customer = customer
  tell(desk, 'payment_method.attached', rekeep(desk, object, note))
  return undefined
}

/** @throws Refusal for a method that was used without a customer, or detached. */
export function refuseSpent(note: MethodNote) {
  if (!note.spent) return
  throw invalid(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a ' +
      'connected account without Customer attachment, or was detached from a Customer. It may not be used again. ' +
      'To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    'payment_method',
  )
}

/** From the fields of `POST /v1/payment_methods` or of `payment_method_data`. */
export function readNewMethod(desk: Desk, params: Params): Method & { json: string } {
  const type = params.required('type')
  if (type !== 'card')
    throw invalid(`The payment method type "${type}" is not supported by this stand-in.`, 'type')
  const details = readBillingDetails(params.group('billing_details'))
  const metadata = mergeMetadata(null, params)
  const token = params.group('card')?.given('token')
  params.ignore('allow_redisplay', 'radar_options')
  params.refuseUnknown()
  if (!token) throw invalid(CARD_BY_TOKEN, 'card[token]', 'parameter_missing')
  const ready = testCardNamed(token)
  if (ready) return keepMethod(desk, ready, details, { metadata })
  const { card, expiry, billing } = spendToken(desk, token)
  return keepMethod(desk, card, { ...details, ...billing(details) }, { metadata, expiry })
}

const CARD_BY_TOKEN =
  'Card numbers are never taken here. Give card[token]: a token made in the page, or a test token such as tok_visa.'

type Extras = {
  wallet?: Wallet | null
  metadata?: Stripe.Metadata
  expiry?: { month: number; year: number } | null
}

export function keepMethod(
  desk: Desk,
  card: TestCard,
  details: Stripe.PaymentMethod['billing_details'],
  extras: Extras = {},
) {
  const { object, note } = newMethod(desk, card, details, extras)
  return { object, note, card, json: keep(desk, object, note) }
}

function newMethod(
  desk: Desk,
  card: TestCard,
  details: Stripe.PaymentMethod['billing_details'],
  extras: Extras = {},
) {
  const object: Stripe.PaymentMethod = {
    id: desk.newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: details,
    card: cardDetails(desk, card, details, extras),
    created: seconds(desk.now()),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: extras.metadata ?? {},
    type: 'card',
  }
  return { object, note: { card: card.method, setUp: false, spent: false }, card }
}

function cardDetails(
  desk: Desk,
  card: TestCard,
  details: Stripe.PaymentMethod['billing_details'],
  { wallet, expiry }: Extras,
): Stripe.PaymentMethod['card'] {
  const last4 = card.number.slice(-4)
  return {
    brand: card.brand,
    checks: {
      address_line1_check: details.address?.line1 ? 'pass' : null,
      address_postal_code_check: details.address?.postal_code ? 'pass' : null,
      cvc_check: card.method === 'pm_card_chargeDeclinedIncorrectCvc' ? 'fail' : 'pass',
    },
    country: 'US',
    display_brand: card.brand,
    exp_month: expiry?.month ?? 12,
    exp_year: expiry?.year ?? new Date(desk.now()).getUTCFullYear() + 3,
    fingerprint: fingerprint(card),
    funding: card.funding,
    generated_from: null,
    last4,
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: wallet ? walletOf(wallet, last4) : null,
  }
}

type CardWallet = NonNullable<NonNullable<Stripe.PaymentMethod['card']>['wallet']>

function walletOf(wallet: Wallet, last4: string): CardWallet {
  const dynamic = wallet === 'link' ? null : last4
  return { dynamic_last4: dynamic, type: wallet, [wallet]: {} }
}

const noDetails = () => readBillingDetails(new Params())
