import type Stripe from 'stripe'
import type { Method } from './new-payment-method.ts'
import type { Params } from './params.ts'
import { requireUnspent } from './payment-methods.ts'
import { invalid } from './refusals.ts'
import { idOf } from './resources.ts'

export function readConfirmation(params: Params) {
  const offSession = params.optional('off_session')
  params.ignore('use_stripe_sdk', 'radar_options')
  return {
    // Stripe also accepts 'recurring' and 'one_off'.
    offSession: offSession !== undefined && offSession !== 'false',
    errorOnAction: params.flag('error_on_requires_action') ?? false,
    returnUrl: params.optional('return_url'),
  }
}

/** @throws Refusal if the method belongs to another customer or was already used. */
export function requireUsableMethod(
  intent: Stripe.PaymentIntent | Stripe.SetupIntent,
  { object: method, note }: Method,
) {
  const owner = idOf(method.customer)
  const customer = idOf(intent.customer)
  if (owner === null) return requireUnspent(note)
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

/** @throws Refusal where Stripe requires a return URL, so that tests catch the omission too. */
export function requireReturnUrl(
  intent: Stripe.PaymentIntent | Stripe.SetupIntent,
  returnUrl: string | undefined,
) {
  const autoMethods = intent.automatic_payment_methods
  if (returnUrl || !autoMethods?.enabled || autoMethods.allow_redirects === 'never') return
  const name = intent.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent'
  throw invalid(
    `This ${name} is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods ` +
      "might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept " +
      'redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and ' +
      '`automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.',
    'return_url',
  )
}
