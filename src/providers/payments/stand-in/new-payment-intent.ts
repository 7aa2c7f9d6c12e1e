import type Stripe from 'stripe'
import { mergeMetadata, readShipping } from './addresses.ts'
import { type Deps, seconds } from './deps.ts'
import type { Params } from './params.ts'
import { invalid } from './refusals.ts'

const MIN_CENTS = 50
const MAX_CENTS = 99_999_999

export function checkAmount(amount: number): number {
  if (amount < 1)
    throw invalid('This value must be greater than or equal to 1.', 'amount', 'parameter_invalid_integer')
  if (amount < MIN_CENTS) throw invalid('Amount must be at least $0.50 usd', 'amount', 'amount_too_small')
  if (amount > MAX_CENTS)
    throw invalid('Amount must be no more than $999,999.99', 'amount', 'amount_too_large')
  return amount
}

function readCurrency(params: Params): string {
  const currency = params.required('currency').toLowerCase()
  if (/^[a-z]{3}$/.test(currency)) return currency
  throw invalid(`Invalid currency: ${currency}. Stripe currently supports these currencies: usd`, 'currency')
}

export function readMethodTypes(params: Params) {
  const types = params.list('payment_method_types')
  const automatic = params.group('automatic_payment_methods')
  const enabled = automatic?.flag('enabled') ?? types.length === 0
  const redirects = automatic?.choice('allow_redirects', ['always', 'never']) ?? 'always'
  automatic?.refuseUnknown()
  params.ignore('payment_method_configuration', 'payment_method_options', 'excluded_payment_method_types')
  return {
    automatic_payment_methods: enabled ? { allow_redirects: redirects, enabled } : null,
    payment_method_types: types.length > 0 ? types : ['card', 'link'],
  }
}

export const readCaptureMethod = (params: Params) =>
  params.choice('capture_method', ['automatic', 'automatic_async', 'manual']) ?? 'automatic_async'

export const cardOptions = () => ({
  card: {
    installments: null,
    mandate_options: null,
    network: null,
    request_three_d_secure: 'automatic' as const,
  },
})

export function newIntent(deps: Deps, params: Params): Stripe.PaymentIntent {
  const amount = params.integer('amount')
  if (amount === undefined) params.required('amount')
  const id = deps.newId('pi')
  params.ignore('confirmation_method', 'mandate_data')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: checkAmount(amount ?? 0),
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    ...readMethodTypes(params),
    canceled_at: null,
    cancellation_reason: null,
    capture_method: readCaptureMethod(params),
    client_secret: `${id}_${deps.newId('secret', 25)}`,
    confirmation_method: 'automatic',
    created: seconds(deps.now()),
    currency: readCurrency(params),
    customer: params.optional('customer') ?? null,
    customer_account: null,
    description: params.optional('description') ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: deps.livemode,
    managed_payments: null,
    metadata: mergeMetadata(null, params),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: cardOptions(),
    payment_record: null,
    processing: null,
    receipt_email: params.optional('receipt_email') ?? null,
    review: null,
    setup_future_usage: params.choice('setup_future_usage', ['off_session', 'on_session']) ?? null,
    shipping: readShipping(params.group('shipping')) ?? null,
    source: null,
    statement_descriptor: params.optional('statement_descriptor') ?? null,
    statement_descriptor_suffix: params.optional('statement_descriptor_suffix') ?? null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: params.optional('transfer_group') ?? null,
  }
}
