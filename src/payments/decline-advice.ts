import type Stripe from 'stripe'

/** Whether the same card may be tried again, never, or only by its owner. */
export type DeclineAdvice = 'retry' | 'never' | 'authenticate'

/** The card itself is no good, even where the bank gives no advice. */
const HARD_CODES: ReadonlySet<string> = new Set([
  'card_not_supported',
  'expired_card',
  'fraudulent',
  'incorrect_cvc',
  'incorrect_number',
  'invalid_account',
  'lost_card',
  'merchant_blacklist',
  'pickup_card',
  'restricted_card',
  'revocation_of_authorization',
  'revocation_of_all_authorizations',
  'stolen_card',
])

export function adviceOf(
  error: Pick<Stripe.errors.StripeCardError, 'code' | 'decline_code' | 'raw'>,
): DeclineAdvice {
  const { code = '', decline_code: declineCode = '' } = error
  if (code === 'authentication_required' || declineCode === 'authentication_required') return 'authenticate'
  const advice = adviceCodeOf(error.raw)
  if (advice === 'do_not_try_again' || advice === 'confirm_card_data') return 'never'
  return HARD_CODES.has(declineCode) || HARD_CODES.has(code) ? 'never' : 'retry'
}

const adviceCodeOf = (raw: unknown): unknown =>
  typeof raw === 'object' && raw !== null && 'advice_code' in raw ? raw.advice_code : null
