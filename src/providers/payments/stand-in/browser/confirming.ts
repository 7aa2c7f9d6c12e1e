import type { Calls } from './calls.ts'
import { authenticate } from './challenge.ts'
import type { StripeElements } from './elements.ts'
import { IntegrationError, type Intent, type StripeProblem } from './problems.ts'
import type { Appearance } from './styles.ts'

type Billing = {
  name?: string | null
  email?: string | null
  phone?: string | null
  address?: Record<string, string | null | undefined>
}

export type ConfirmOptions = {
  elements?: StripeElements
  clientSecret?: string
  redirect?: 'always' | 'if_required'
  confirmParams?: {
    return_url?: string
    payment_method?: string
    payment_method_data?: { billing_details?: Billing }
    shipping?: object
    receipt_email?: string
  }
}

export type IntentResult = { error?: StripeProblem; paymentIntent?: Intent; setupIntent?: Intent }

/** confirmPayment and confirmSetup: card form or wallet, the server's answer, 3-D Secure, and where to go then. */
export async function confirmWithElements(calls: Calls, options: ConfirmOptions): Promise<IntentResult> {
  const { elements, confirmParams = {}, redirect = 'always' } = options
  const secret = options.clientSecret ?? elements?.options.clientSecret
  if (!secret)
    throw new IntegrationError(
      'Missing value for stripe.confirmPayment(): `clientSecret` should be a client secret.',
    )
  if (redirect === 'always' && !confirmParams.return_url)
    throw new IntegrationError(
      'stripe.confirmPayment(): expected option `confirmParams.return_url` when `redirect` is not `if_required`.',
    )

  const wallet = elements?.wallet ?? null
  const chosen = confirmParams.payment_method
    ? { payment_method: confirmParams.payment_method }
    : chosenIn(elements, confirmParams)
  if ('error' in chosen) return { error: chosen.error }
  const { shipping, receipt_email } = confirmParams
  const body = { ...chosen, shipping, receipt_email, expected: elements?.expected() }
  const first = await calls.confirm(secret, body)
  wallet?.close()
  const result = await finish(calls, first, elements?.options.appearance)
  if (!result.error && redirect === 'always' && confirmParams.return_url)
    return leave(confirmParams.return_url, result)
  return result
}

/** What comes after an answer: perhaps the bank's question, then an intent or an error. */
export async function finish(
  calls: Calls,
  answer: Awaited<ReturnType<Calls['confirm']>>,
  appearance?: Appearance,
): Promise<IntentResult> {
  if (answer.error) return { error: answer.error }
  if (answer.value.status !== 'requires_action') return settled(answer.value)
  const after = await authenticate(calls, answer.value, appearance)
  return after.error ? { error: after.error } : settled(after.value)
}

function settled(intent: Intent): IntentResult {
  const problem = intent.last_payment_error ?? intent.last_setup_error
  if (problem && intent.status === 'requires_payment_method')
    return { error: { ...problem, ...inShoppersWords(problem.code), [intent.object]: intent } }
  return intent.object === 'payment_intent' ? { paymentIntent: intent } : { setupIntent: intent }
}

/** The API tells the shop what to send next; Stripe.js tells the shopper what to do. */
const inShoppersWords = (code: string | null | undefined) =>
  code?.endsWith('_intent_authentication_failure')
    ? {
        message:
          'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      }
    : {}

function chosenIn(
  elements: StripeElements | undefined,
  { payment_method_data }: NonNullable<ConfirmOptions['confirmParams']>,
) {
  if (!elements)
    throw new IntegrationError(
      'stripe.confirmPayment(): `elements` or `confirmParams.payment_method` is needed.',
    )
  elements.needsSubmit()
  const { wallet } = elements
  if (wallet) return { card: wallet.card, wallet: wallet.wallet, billing_details: wallet.billing }
  const error = elements.judge()
  const entered = elements.entered()
  if (error) return { error }
  if (!entered) throw new IntegrationError('stripe.confirmPayment(): the payment Element is not mounted.')
  return fromForm(entered, payment_method_data?.billing_details)
}

type Entered = NonNullable<ReturnType<StripeElements['entered']>>

/** The form's country and ZIP, with the shop's details over them. */
export function fromForm({ card, exp_month, exp_year, country, postalCode }: Entered, billing: Billing = {}) {
  const known = { ...(country && { country }), ...(postalCode && { postal_code: postalCode }) }
  const given = Object.fromEntries(Object.entries(billing.address ?? {}).filter(([, value]) => value))
  return { card, exp_month, exp_year, billing_details: { ...billing, address: { ...known, ...given } } }
}

/** Goes to the return address as Stripe.js does; the promise of this page is never kept. */
function leave(returnUrl: string, { paymentIntent, setupIntent }: IntentResult): Promise<IntentResult> {
  const intent = paymentIntent ?? setupIntent
  const url = new URL(returnUrl, location.href)
  if (intent) {
    url.searchParams.set(intent.object, intent.id)
    url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret)
    url.searchParams.set('redirect_status', intent.status === 'processing' ? 'pending' : 'succeeded')
  }
  location.assign(url)
  return new Promise(() => {})
}
