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
  const source = confirmParams.payment_method
    ? { payment_method: confirmParams.payment_method }
    : sourceFrom(elements, confirmParams)
  if ('error' in source) return { error: source.error }
  const { shipping, receipt_email } = confirmParams
  const body = { ...source, shipping, receipt_email, expected: elements?.expected() }
  const response = await calls.confirm(secret, body)
  wallet?.close()
  const result = await completeConfirmation(calls, response, elements?.options.appearance)
  if (!result.error && redirect === 'always' && confirmParams.return_url)
    return redirectTo(confirmParams.return_url, result)
  return result
}

export async function completeConfirmation(
  calls: Calls,
  response: Awaited<ReturnType<Calls['confirm']>>,
  appearance?: Appearance,
): Promise<IntentResult> {
  if (response.error) return { error: response.error }
  if (response.value.status !== 'requires_action') return toResult(response.value)
  const result = await authenticate(calls, response.value, appearance)
  return result.error ? { error: result.error } : toResult(result.value)
}

function toResult(intent: Intent): IntentResult {
  const problem = intent.last_payment_error ?? intent.last_setup_error
  if (problem && intent.status === 'requires_payment_method')
    return { error: { ...problem, ...shopperMessage(problem.code), [intent.object]: intent } }
  return intent.object === 'payment_intent' ? { paymentIntent: intent } : { setupIntent: intent }
}

/** The API's message tells the shop what to send next. Stripe.js tells the shopper what to do instead. */
const shopperMessage = (code: string | null | undefined) =>
  code?.endsWith('_intent_authentication_failure')
    ? {
        message:
          'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      }
    : {}

function sourceFrom(
  elements: StripeElements | undefined,
  { payment_method_data }: NonNullable<ConfirmOptions['confirmParams']>,
) {
  if (!elements)
    throw new IntegrationError(
      'stripe.confirmPayment(): `elements` or `confirmParams.payment_method` is required.',
    )
  const entered = enteredMethod(elements, payment_method_data?.billing_details)
  if (!entered) throw new IntegrationError('stripe.confirmPayment(): the payment Element is not mounted.')
  return entered
}

/** Undefined when no payment Element is mounted. */
export function enteredMethod(elements: StripeElements, billing: Billing | undefined) {
  elements.requireSubmit()
  const { wallet } = elements
  if (wallet) return { card: wallet.card, wallet: wallet.wallet, billing_details: wallet.billing }
  const error = elements.validate()
  const entered = elements.enteredCard()
  if (error) return { error }
  return entered ? methodData(entered, billing) : undefined
}

type Entered = NonNullable<ReturnType<StripeElements['enteredCard']>>

/** The shop's billing details win over the country and ZIP from the form. */
export function methodData(
  { card, exp_month, exp_year, country, postalCode }: Entered,
  billing: Billing = {},
) {
  const entered = { ...(country && { country }), ...(postalCode && { postal_code: postalCode }) }
  const fromShop = Object.fromEntries(Object.entries(billing.address ?? {}).filter(([, value]) => value))
  return { card, exp_month, exp_year, billing_details: { ...billing, address: { ...entered, ...fromShop } } }
}

/** Redirects as Stripe.js does. The promise never resolves, because the page is about to unload. */
function redirectTo(returnUrl: string, { paymentIntent, setupIntent }: IntentResult): Promise<IntentResult> {
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
