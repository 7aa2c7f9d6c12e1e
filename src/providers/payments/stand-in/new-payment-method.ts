import type Stripe from 'stripe'
import { mergeMetadata, readBillingDetails } from './addresses.ts'
import { type Deps, seconds } from './deps.ts'
import { fingerprint } from './fingerprints.ts'
import { Params } from './params.ts'
import { invalid } from './refusals.ts'
import { insert, type MethodNote } from './resources.ts'
import { type TestCard, testCardByName } from './test-cards.ts'
import { redeemToken } from './tokens.ts'

export type Wallet = 'apple_pay' | 'google_pay' | 'link'

export type Method = { object: Stripe.PaymentMethod; note: MethodNote; card: TestCard }

export function readNewMethod(deps: Deps, params: Params): Method & { json: string } {
  const type = params.required('type')
  if (type !== 'card')
    throw invalid(`The payment method type "${type}" is not supported by this stand-in.`, 'type')
  const details = readBillingDetails(params.group('billing_details'))
  const metadata = mergeMetadata(null, params)
  const token = params.group('card')?.optional('token')
  params.ignore('allow_redisplay', 'radar_options')
  params.refuseUnknown()
  if (!token) throw invalid(TOKEN_REQUIRED, 'card[token]', 'parameter_missing')
  const testCard = testCardByName(token)
  if (testCard) return saveMethod(deps, testCard, details, { metadata })
  const { card, expiry, billing } = redeemToken(deps, token)
  return saveMethod(deps, card, { ...details, ...billing(details) }, { metadata, expiry })
}

const TOKEN_REQUIRED =
  'Card numbers are not accepted here. Send card[token]: a token created in the page, or a test token such as tok_visa.'

type Extras = {
  wallet?: Wallet | null
  metadata?: Stripe.Metadata
  expiry?: { month: number; year: number } | null
}

export function saveMethod(
  deps: Deps,
  card: TestCard,
  details: Stripe.PaymentMethod['billing_details'],
  extras: Extras = {},
) {
  const { object, note } = newMethod(deps, card, details, extras)
  return { object, note, card, json: insert(deps, object, note) }
}

export function newMethod(
  deps: Deps,
  card: TestCard,
  details: Stripe.PaymentMethod['billing_details'],
  extras: Extras = {},
) {
  const object: Stripe.PaymentMethod = {
    id: deps.newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: details,
    card: cardDetails(deps, card, details, extras),
    created: seconds(deps.now()),
    customer: null,
    customer_account: null,
    livemode: deps.livemode,
    metadata: extras.metadata ?? {},
    type: 'card',
  }
  return { object, note: { card: card.method, setUp: false, spent: false }, card }
}

function cardDetails(
  deps: Deps,
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
    exp_year: expiry?.year ?? new Date(deps.now()).getUTCFullYear() + 3,
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

export const emptyBillingDetails = () => readBillingDetails(new Params())
