import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { formatCents } from '#src/money.ts'
import { PAYMENT_FAILED_SENTENCE } from '#src/payments/rules.ts'
import { type Answer, post } from './calls.ts'
import type { CheckoutUrls } from './props.ts'
import { type Intent, isClosed, readIntent, readPaymentMessage, text } from './responses.ts'

/** `refused` is said beside the button, `broken` at the top of the page. */
export type PayOutcome =
  | { kind: 'left'; url: string }
  | { kind: 'refused'; message: string; code: string; declined: boolean }
  | { kind: 'broken'; message: string }

export type Purchase = {
  orderToken: string
  /** The total on the button that was pressed. */
  shownCents: number
  termsAccepted: boolean
  urls: CheckoutUrls
  origin: string
  /** What a wallet tells of its owner, saved before the order is validated; null when all is well. */
  handOver?: () => Promise<PayOutcome | null>
  call?: (url: string, body: object) => Promise<Answer>
}

export type PaymentBackend = { stripe: Stripe; elements: StripeElements }

/**
 * Submits the fields, lets the server check and freeze the order, and only then asks the provider for the money.
 * The order matters: the provider wants its fields submitted before any other work.
 */
export async function pay({ stripe, elements }: PaymentBackend, purchase: Purchase): Promise<PayOutcome> {
  const { error } = await elements.submit()
  if (error) return { kind: 'broken', message: error.message ?? PAYMENT_FAILED_SENTENCE }

  const refusal = (await purchase.handOver?.()) ?? (await validate(purchase))
  if (refusal) return refusal

  const answer = await (purchase.call ?? post)(purchase.urls.intent, { order_token: purchase.orderToken })
  const intent = readIntent(answer)
  if (!intent?.clientSecret) return refused(answer)
  if (intent.amountCents !== purchase.shownCents) return totalChanged(intent.amountCents)
  return confirm(stripe, elements, intent, purchase)
}

/** An order that gift cards cover wholly needs no provider. */
export async function placeFreeOrder(purchase: Purchase): Promise<PayOutcome> {
  const refusal = await validate(purchase)
  if (refusal) return refusal

  const { orderToken, urls, call = post } = purchase
  const answer = await call(urls.confirmStripeless, { order_token: orderToken })
  return answer.ok ? { kind: 'left', url: text(answer.body.url) || urls.confirmation } : refused(answer)
}

async function validate(purchase: Purchase): Promise<PayOutcome | null> {
  const { orderToken, termsAccepted, urls, call = post } = purchase
  const answer = await call(urls.validate, { order_token: orderToken, terms_of_service: termsAccepted })
  if (isClosed(answer)) return { kind: 'left', url: urls.confirmation }
  // Emptied in another tab: the box says why there is nothing to pay.
  if (answer.body.code === 'empty' || answer.body.code === 'below_minimum')
    return { kind: 'left', url: urls.cart }
  if (!answer.ok) return refused(answer)

  const totalCents = answer.body.total_cents
  return typeof totalCents === 'number' && totalCents !== purchase.shownCents
    ? totalChanged(totalCents)
    : null
}

/** Nobody is charged another amount than the one on the button. */
const totalChanged = (totalCents: number): PayOutcome => ({
  kind: 'refused',
  message: `The total is now ${formatCents(totalCents)}. Please look at it before you pay.`,
  code: 'total_changed',
  declined: false,
})

const refused = (answer: Answer): PayOutcome => ({
  kind: 'refused',
  message: readPaymentMessage(answer),
  code: text(answer.body.code),
  declined: false,
})

async function confirm(stripe: Stripe, elements: StripeElements, intent: Intent, { urls, origin }: Purchase) {
  const options = {
    elements,
    clientSecret: intent.clientSecret ?? '',
    confirmParams: { return_url: `${origin}${urls.paymentStatusPage}` },
    redirect: 'if_required' as const,
  }
  const { error, id } = await (intent.flow === 'sub-free' ? setUp(stripe, options) : charge(stripe, options))
  if (error) return declined(error)
  return {
    kind: 'left',
    url: `${urls.paymentStatusPage}?payment_intent_id=${encodeURIComponent(id)}`,
  } as const
}

type Confirming = {
  elements: StripeElements
  clientSecret: string
  confirmParams: { return_url: string }
  redirect: 'if_required'
}

async function charge(stripe: Stripe, options: Confirming) {
  const { error, paymentIntent } = await stripe.confirmPayment(options)
  return { error, id: paymentIntent?.id ?? '' }
}

async function setUp(stripe: Stripe, options: Confirming) {
  const { error, setupIntent } = await stripe.confirmSetup(options)
  return { error, id: setupIntent?.id ?? '' }
}

/** What the provider says of the card or of the bank's check. */
const declined = ({ message, code }: StripeError): PayOutcome => ({
  kind: 'refused',
  message: message ?? PAYMENT_FAILED_SENTENCE,
  code: code ?? '',
  declined: true,
})
