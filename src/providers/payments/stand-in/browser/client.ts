import { createCalls } from './calls.ts'
import { CardElement } from './card-element.ts'
import {
  type ConfirmOptions,
  completeConfirmation,
  confirmWithElements,
  enteredMethod,
  type IntentResult,
  methodData,
} from './confirming.ts'
import { type ElementsOptions, StripeElements } from './elements.ts'
import { IntegrationError, type StripeProblem } from './problems.ts'

type CardData = {
  payment_method?: string | { card: CardElement | { token: string }; billing_details?: object }
  shipping?: object
  receipt_email?: string
  return_url?: string
}

export function createStripe(base: string, key: string) {
  const calls = createCalls(base, key)

  async function confirmCard(
    secret: string,
    data: CardData = {},
    { handleActions = true } = {},
  ): Promise<IntentResult> {
    const source = paymentSource(data.payment_method)
    if (source && 'error' in source) return { error: source.error }
    const response = await calls.confirm(secret, {
      ...source,
      shipping: data.shipping,
      receipt_email: data.receipt_email,
    })
    if (!handleActions && response.value) return toResult(response.value)
    return completeConfirmation(calls, response)
  }

  async function handleNextAction({ clientSecret }: { clientSecret: string }): Promise<IntentResult> {
    return completeConfirmation(calls, await calls.retrieve(clientSecret))
  }

  async function retrieve(secret: string): Promise<IntentResult> {
    const { value: intent, error } = await calls.retrieve(secret)
    return error ? { error } : toResult(intent)
  }

  return {
    elements: (options: ElementsOptions = {}) => new StripeElements(calls, { ...options }),
    confirmPayment: (options: ConfirmOptions) => confirmWithElements(calls, options),
    confirmSetup: (options: ConfirmOptions) => confirmWithElements(calls, options),
    confirmCardPayment: confirmCard,
    confirmCardSetup: confirmCard,
    handleNextAction,
    handleCardAction: (clientSecret: string) => handleNextAction({ clientSecret }),
    retrievePaymentIntent: retrieve,
    retrieveSetupIntent: retrieve,
    async createToken(element: unknown, data: Record<string, string | undefined> = {}) {
      const entered = enteredCard(element)
      if ('error' in entered) return { error: entered.error }
      const { card, exp_month, exp_year, postalCode } = entered
      const { currency: _, ...details } = data
      const token = { ...(postalCode && { address_zip: postalCode }), ...details }
      const { value, error } = await calls.createToken({ card, exp_month, exp_year, token })
      return error ? { error } : { token: value }
    },
    async createPaymentMethod(data: {
      card?: unknown
      billing_details?: object
      elements?: StripeElements
      params?: { billing_details?: object }
    }) {
      const body = data.elements
        ? enteredMethod(data.elements, data.params?.billing_details)
        : paymentSource({ card: data.card as CardElement, billing_details: data.billing_details })
      if (!body) throw new IntegrationError('stripe.createPaymentMethod(): missing card.')
      if ('error' in body) return { error: body.error }
      const { value, error } = await calls.createPaymentMethod(body)
      return error ? { error } : { paymentMethod: value }
    },
    /** Stripe's loader and its React package call these; they have no effect here. */
    registerAppInfo: () => {},
    _registerWrapper: () => {},
  }
}

const toResult = (intent: NonNullable<IntentResult['paymentIntent']>): IntentResult =>
  intent.object === 'payment_intent' ? { paymentIntent: intent } : { setupIntent: intent }

function paymentSource(method: CardData['payment_method']) {
  if (method === undefined) return undefined
  if (typeof method === 'string') return { payment_method: method }
  const entered = enteredCard(method.card)
  return 'error' in entered ? entered : methodData(entered, method.billing_details)
}

function enteredCard(element: unknown) {
  if (!(element instanceof CardElement))
    throw new IntegrationError('Please pass a card Element created by elements.create("card").')
  const error: StripeProblem | null = element.validate()
  const entered = element.enteredCard()
  if (error) return { error }
  if (!entered) throw new IntegrationError('The card Element is not complete.')
  return entered
}
