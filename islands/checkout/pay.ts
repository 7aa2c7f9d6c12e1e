import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { totalChangedSentence } from '#src/checkout/sentences.ts'
import { type ShownChoice, shownFields } from '#src/checkout/shown-fields.ts'
import { declinedSentence, PAYMENT_FAILED_SENTENCE } from '#src/payments/rules.ts'
import { type CallResult, get, post } from '../shared/api.ts'
import type { CheckoutUrls } from './props.ts'
import { type Intent, isClosed, readIntent, readPaymentMessage, text } from './responses.ts'

/** `refused` shows beside the button, `broken` at the top of the page. */
export type PayOutcome =
  | { kind: 'redirect'; url: string }
  | { kind: 'refused'; message: string; code: string; isDeclined: boolean }
  | { kind: 'broken'; message: string }

export type Purchase = {
  orderToken: string
  shownCents: number
  /** Null while a wallet pays, which shows no gift cards. */
  shownGiftCents: number | null
  /** Missing while a wallet pays that chooses the address and the day itself. */
  shown?: ShownChoice
  termsAccepted: boolean
  urls: CheckoutUrls
  origin: string
  saveBuyer?: () => Promise<PayOutcome | null>
  call?: (url: string, body: object) => Promise<CallResult>
  look?: (url: string) => Promise<CallResult>
}

export type PaymentBackend = { stripe: Stripe; elements: StripeElements }

/** The order matters: the provider wants its fields submitted before any other work, and the charge comes last. */
export async function pay({ stripe, elements }: PaymentBackend, purchase: Purchase): Promise<PayOutcome> {
  const { error } = await elements.submit()
  if (error) return { kind: 'broken', message: error.message ?? PAYMENT_FAILED_SENTENCE }

  const refusal = (await purchase.saveBuyer?.()) ?? (await validate(purchase, { charges_next: true }))
  if (refusal) return refusal

  const response = await (purchase.call ?? post)(purchase.urls.intent, { order_token: purchase.orderToken })
  const intent = readIntent(response)
  if (!intent?.clientSecret) return refused(response)
  if (intent.amountCents !== purchase.shownCents) return totalChanged(intent.amountCents)
  return confirm(stripe, elements, intent, purchase)
}

export async function placeFreeOrder(purchase: Purchase): Promise<PayOutcome> {
  const refusal = await validate(purchase)
  if (refusal) return refusal

  const { orderToken, urls, call = post } = purchase
  const fields = { order_token: orderToken, ...shownBeside(purchase) }
  const response = await call(urls.confirmStripeless, fields)
  return response.ok
    ? { kind: 'redirect', url: text(response.body.url) || urls.confirmation }
    : refused(response)
}

/**
 * The server charges the card. Only the bank's question, if there is one, needs the provider's script.
 * @param loadStripe may reject
 */
export async function payBySavedCard(
  cardId: string,
  purchase: Purchase,
  loadStripe: () => Promise<Stripe>,
): Promise<PayOutcome> {
  const { orderToken, shownCents, termsAccepted, urls, call = post } = purchase
  const response = await call(urls.savedCard, {
    order_token: orderToken,
    card_id: cardId,
    terms_of_service: termsAccepted,
    shown_total_cents: shownCents,
    ...shownBeside(purchase),
  })
  const url = text(response.body.url)
  const clientSecret = text(response.body.client_secret)
  if (clientSecret) {
    const { error } = await (await loadStripe()).handleNextAction({ clientSecret })
    if (error) return failed(error, purchase)
  }
  return url ? { kind: 'redirect', url } : (goneElsewhere(response, urls) ?? refused(response))
}

/** What the page shows beside the total. */
const shownBeside = ({ shownGiftCents, shown }: Purchase) => ({
  ...(shownGiftCents !== null && { shown_gift_cents: shownGiftCents }),
  ...(shown && shownFields(shown)),
})

async function validate(purchase: Purchase, next: { charges_next?: true } = {}): Promise<PayOutcome | null> {
  const { orderToken, termsAccepted, urls, call = post } = purchase
  const shown = shownBeside(purchase)
  const fields = { order_token: orderToken, terms_of_service: termsAccepted, ...next, ...shown }
  const response = await call(urls.validate, fields)
  const elsewhere = goneElsewhere(response, urls)
  if (elsewhere) return elsewhere
  if (!response.ok) return refused(response)

  const totalCents = response.body.total_cents
  return typeof totalCents === 'number' && totalCents !== purchase.shownCents
    ? totalChanged(totalCents)
    : null
}

/** Placed or emptied in another tab: that page explains it. */
function goneElsewhere(response: CallResult, urls: CheckoutUrls): PayOutcome | null {
  if (isClosed(response)) return { kind: 'redirect', url: urls.confirmation }
  const { code } = response.body
  return code === 'empty' || code === 'below_minimum' ? { kind: 'redirect', url: urls.cart } : null
}

const totalChanged = (totalCents: number): PayOutcome => ({
  kind: 'refused',
  message: totalChangedSentence(totalCents),
  code: 'total_changed',
  isDeclined: false,
})

const refused = (response: CallResult): PayOutcome => ({
  kind: 'refused',
  message: readPaymentMessage(response),
  code: text(response.body.code),
  isDeclined: response.body.code === 'declined',
})

async function confirm(stripe: Stripe, elements: StripeElements, intent: Intent, purchase: Purchase) {
  const { urls, origin } = purchase
  const options = {
    elements,
    clientSecret: intent.clientSecret ?? '',
    confirmParams: { return_url: `${origin}${urls.paymentStatusPage}` },
    redirect: 'if_required' as const,
  }
  const { error, id } = await (intent.flow === 'sub-free' ? setUp(stripe, options) : charge(stripe, options))
  if (error) return failed(error, purchase)
  return {
    kind: 'redirect',
    url: `${urls.paymentStatusPage}?payment_intent_id=${encodeURIComponent(id)}`,
  } as const
}

/** The shop asks the provider, and lets the order change again. Another tab may have paid for it meanwhile. */
async function failed(error: StripeError, { urls, look = get }: Purchase): Promise<PayOutcome> {
  const { body } = await look(urls.paymentStatus)
  return body.payment_status === 'succeeded' ? { kind: 'redirect', url: urls.confirmation } : declined(error)
}

type ConfirmOptions = {
  elements: StripeElements
  clientSecret: string
  confirmParams: { return_url: string }
  redirect: 'if_required'
}

async function charge(stripe: Stripe, options: ConfirmOptions) {
  const { error, paymentIntent } = await stripe.confirmPayment(options)
  return { error, id: paymentIntent?.id ?? '' }
}

async function setUp(stripe: Stripe, options: ConfirmOptions) {
  const { error, setupIntent } = await stripe.confirmSetup(options)
  return { error, id: setupIntent?.id ?? '' }
}

const declined = (error: StripeError): PayOutcome => {
  const reason = error.message ?? PAYMENT_FAILED_SENTENCE
  return {
    kind: 'refused',
    message: isFinal(error) ? declinedSentence(reason) : reason,
    code: error.code ?? '',
    isDeclined: true,
  }
}

/** After any other error, such as a lost connection, the card may have been charged. */
const isFinal = ({ type, code }: StripeError) =>
  type === 'card_error' || code?.endsWith('_intent_authentication_failure')
