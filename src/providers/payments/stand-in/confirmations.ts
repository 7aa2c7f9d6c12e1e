import type Stripe from 'stripe'
import { idOf } from './kept.ts'
import type { Method } from './new-payment-method.ts'
import type { Params } from './params.ts'
import { refuseSpent } from './payment-methods.ts'
import { invalid } from './refusals.ts'

/** The fields of a confirmation that are not kept. */
export function readConfirmation(params: Params) {
  const recurring = params.given('off_session')
  params.ignore('use_stripe_sdk', 'radar_options')
  return {
    // Stripe also takes 'recurring' and 'one_off' here.
    offSession: recurring !== undefined && recurring !== 'false',
    errorOnAction: params.flag('error_on_requires_action') ?? false,
    returnUrl: params.given('return_url'),
  }
}

/** @throws Refusal for somebody else's method, or one that was used up. */
export function mayBeUsedBy(
  intent: Stripe.PaymentIntent | Stripe.SetupIntent,
  { object: method, note }: Method,
) {
  const owner = idOf(method.customer)
  const customer = idOf(intent.customer)
  if (owner === null) return refuseSpent(note)
  if (owner === customer) return
  const name = intent.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent'
  if (customer === null) {
    throw invalid(
      `The PaymentMethod ${method.id} belongs to the Customer ${owner}. Please include the Customer in the \`customer\` ` +
        `parameter on the ${name}.`,
      'payment_method',
    )
  }
  throw invalid(
    `The PaymentMethod ${method.id} does not belong to the Customer ${customer}. Please use a PaymentMethod that is ` +
      `attached to this Customer, or use the Customer ${owner}.`,
    'payment_method',
  )
}

/** @throws Refusal where Stripe would need an address to come back to: a trap worth having in tests too. */
export function needsReturnUrl(
  intent: Stripe.PaymentIntent | Stripe.SetupIntent,
  returnUrl: string | undefined,
) {
  const automatic = intent.automatic_payment_methods
  if (returnUrl || !automatic?.enabled || automatic.allow_redirects === 'never') return
  const name = intent.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent'
  throw invalid(
    `This ${name} is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods ` +
      "might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept " +
      'redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and ' +
      '`automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.',
    'return_url',
  )
}
