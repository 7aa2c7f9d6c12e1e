export type StripeProblem = {
  type: 'validation_error' | 'card_error' | 'invalid_request_error' | 'api_connection_error' | 'api_error'
  message: string
  code?: string
  decline_code?: string
  payment_intent?: Intent
  setup_intent?: Intent
}

export type Intent = {
  id: string
  object: 'payment_intent' | 'setup_intent'
  client_secret: string
  status: string
  amount?: number
  currency?: string
  last_payment_error?: StripeProblem | null
  last_setup_error?: StripeProblem | null
}

/** A mistake in the shop's code, which Stripe.js throws too. */
export class IntegrationError extends Error {
  override name = 'IntegrationError'
}

export const validationProblem = (code: string, message: string): StripeProblem => ({
  type: 'validation_error',
  code,
  message,
})

export const noConnection: StripeProblem = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. Please check your connection and try again.',
}
