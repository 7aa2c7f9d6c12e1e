import type Stripe from 'stripe'
import { type Deps, seconds } from './deps.ts'
import { fingerprint } from './fingerprints.ts'
import { invalid, notFound } from './refusals.ts'
import { insert, load, update } from './resources.ts'
import { retrieve } from './retrieve.ts'
import { type TestCard, testCardByName } from './test-cards.ts'

export const retrieveToken = retrieve('token')

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

/** For `stripe.createToken` in the page, which sends the card by its test name. */
export function createToken(
  deps: Deps,
  card: TestCard,
  details: TokenDetails,
  expiry?: Expiry | null,
): string {
  const token: Stripe.Token = {
    id: deps.newId('tok'),
    object: 'token',
    card: newTokenCard(deps, card, details, expiry ?? null),
    client_ip: null,
    created: seconds(deps.now()),
    livemode: deps.livemode,
    type: 'card',
    used: false,
  }
  return insert(deps, token, { card: card.method, setUp: false, spent: false })
}

/** Uses up a token and passes on its name and address. @throws Refusal if it is unknown or already used. */
export function redeemToken(deps: Deps, id: string) {
  const token = load(deps, 'token', id, 'token')
  const note = deps.store.find(id)?.note
  const card = note ? testCardByName(JSON.parse(note).card) : undefined
  const { card: cardDetails } = token
  if (!card || !cardDetails) throw notFound('token', id, 'token')
  if (token.used)
    throw invalid(`You cannot use a Stripe token more than once: ${id}.`, 'token', 'token_already_used')
  update(deps, { ...token, used: true }, { card: card.method, setUp: false, spent: true })
  return {
    card,
    expiry: { month: cardDetails.exp_month, year: cardDetails.exp_year },
    billing: billingFrom(cardDetails),
  }
}

const billingFrom = (cardDetails: Stripe.Card) => (details: Stripe.PaymentMethod['billing_details']) => ({
  name: details.name ?? cardDetails.name,
  address: details.address?.line1
    ? details.address
    : {
        city: cardDetails.address_city,
        country: cardDetails.address_country,
        line1: cardDetails.address_line1,
        line2: cardDetails.address_line2,
        postal_code: cardDetails.address_zip,
        state: cardDetails.address_state,
      },
})

function newTokenCard(deps: Deps, card: TestCard, details: TokenDetails, expiry: Expiry | null): Stripe.Card {
  const last4 = card.number.slice(-4)
  return {
    id: deps.newId('card'),
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
    exp_year: expiry?.year ?? new Date(deps.now()).getUTCFullYear() + 3,
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
