import type Stripe from 'stripe'
import { mergeMetadata } from './addresses.ts'
import { type Deps, seconds } from './deps.ts'
import { readMethodTypes } from './new-payment-intent.ts'
import type { Params } from './params.ts'

export function newSetupIntent(deps: Deps, params: Params): Stripe.SetupIntent {
  const id = deps.newId('seti')
  params.ignore('mandate_data')
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    ...readMethodTypes(params),
    cancellation_reason: null,
    client_secret: `${id}_${deps.newId('secret', 31)}`,
    created: seconds(deps.now()),
    customer: params.optional('customer') ?? null,
    description: params.optional('description') ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: deps.livemode,
    mandate: null,
    metadata: mergeMetadata(null, params),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: params.choice('usage', ['off_session', 'on_session']) ?? 'off_session',
  }
}
