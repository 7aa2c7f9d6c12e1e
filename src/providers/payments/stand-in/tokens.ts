import type Stripe from 'stripe'
import { type Act, ok } from './answers.ts'
import { type Desk, seconds } from './desk.ts'
import { fingerprint } from './fingerprints.ts'
import { keep, kept, load, rekeep } from './kept.ts'
import { invalid, missing } from './refusals.ts'
import { type TestCard, testCardNamed } from './test-cards.ts'

export const retrieveToken: Act = (desk, params, id) => {
  params.refuseUnknown()
  return ok(kept(desk, 'token', id))
}

export type Expiry = { month: number; year: number }

export type TokenDetails = Partial<
  Record<
    | 'name'
    | 'address_line1'
    | 'address_line2'
    | 'address_city'
    | 'address_state'
    | 'address_zip'
    | 'address_country',
    string
  >
>

/** What `stripe.createToken` in the page asks for; the card comes by its test name. */
export function createToken(
  desk: Desk,
  card: TestCard,
  details: TokenDetails,
  expiry?: Expiry | null,
): string {
  const token: Stripe.Token = {
    id: desk.newId('tok'),
    object: 'token',
    card: tokenCard(desk, card, details, expiry ?? null),
    client_ip: null,
    created: seconds(desk.now()),
    livemode: false,
    type: 'card',
    used: false,
  }
  return keep(desk, token, { card: card.method, setUp: false, spent: false })
}

/** A token pays once, and hands its name and address on. @throws Refusal when it is unknown or was used. */
export function spendToken(desk: Desk, id: string) {
  const token = load(desk, 'token', id, 'token')
  const note = desk.store.find(id)?.note
  const card = note ? testCardNamed(JSON.parse(note).card) : undefined
  const { card: face } = token
  if (!card || !face) throw missing('token', id, 'token')
  if (token.used)
    throw invalid(`You cannot use a Stripe token more than once: ${id}.`, 'token', 'token_already_used')
  rekeep(desk, { ...token, used: true }, { card: card.method, setUp: false, spent: true })
  return { card, expiry: { month: face.exp_month, year: face.exp_year }, billing: billingOf(face) }
}

const billingOf = (face: Stripe.Card) => (given: Stripe.PaymentMethod['billing_details']) => ({
  name: given.name ?? face.name,
  address: given.address?.line1
    ? given.address
    : {
        city: face.address_city,
        country: face.address_country,
        line1: face.address_line1,
        line2: face.address_line2,
        postal_code: face.address_zip,
        state: face.address_state,
      },
})

function tokenCard(desk: Desk, card: TestCard, details: TokenDetails, expiry: Expiry | null): Stripe.Card {
  const last4 = card.number.slice(-4)
  return {
    id: desk.newId('card'),
    object: 'card',
    address_city: details.address_city ?? null,
    address_country: details.address_country ?? null,
    address_line1: details.address_line1 ?? null,
    address_line1_check: details.address_line1 ? 'unchecked' : null,
    address_line2: details.address_line2 ?? null,
    address_state: details.address_state ?? null,
    address_zip: details.address_zip ?? null,
    address_zip_check: details.address_zip ? 'unchecked' : null,
    brand: brands[card.brand],
    country: 'US',
    cvc_check: 'unchecked',
    dynamic_last4: null,
    exp_month: expiry?.month ?? 12,
    exp_year: expiry?.year ?? new Date(desk.now()).getUTCFullYear() + 3,
    fingerprint: fingerprint(card),
    funding: card.funding,
    last4,
    metadata: {},
    name: details.name ?? null,
    networks: { preferred: null },
    regulated_status: 'unregulated',
    tokenization_method: null,
  }
}

const brands = {
  visa: 'Visa',
  mastercard: 'MasterCard',
  amex: 'American Express',
  discover: 'Discover',
} as const
