import { createCalls } from './calls.ts'
import { CardElement } from './card-element.ts'
import {
  type ConfirmOptions,
  confirmWithElements,
  finish,
  fromForm,
  type IntentResult,
} from './confirming.ts'
import { type ElementsOptions, StripeElements } from './elements.ts'
import { IntegrationError, type StripeProblem } from './problems.ts'

type CardData = {
  payment_method?: string | { card: CardElement | { token: string }; billing_details?: object }
  shipping?: object
  receipt_email?: string
  return_url?: string
}

/** The object that `Stripe(key)` makes: what this shop's checkouts call of Stripe.js. */
export function createStripe(base: string, key: string) {
  const calls = createCalls(base, key)

  async function confirmCard(
    secret: string,
    data: CardData = {},
    { handleActions = true } = {},
  ): Promise<IntentResult> {
    const chosen = cardOf(data.payment_method)
    if (chosen && 'error' in chosen) return { error: chosen.error }
    const answer = await calls.confirm(secret, {
      ...chosen,
      shipping: data.shipping,
      receipt_email: data.receipt_email,
    })
    if (!handleActions && answer.value) return named(answer.value)
    return finish(calls, answer)
  }

  async function handleNextAction({ clientSecret }: { clientSecret: string }): Promise<IntentResult> {
    return finish(calls, await calls.retrieve(clientSecret))
  }

  async function retrieve(secret: string): Promise<IntentResult> {
    const { value, error } = await calls.retrieve(secret)
    return error ? { error } : named(value)
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
      const entered = cardIn(element)
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
        ? await methodFromElements(data.elements, data.params?.billing_details)
        : cardOf({ card: data.card as CardElement, billing_details: data.billing_details })
      if (!body) throw new IntegrationError('stripe.createPaymentMethod(): no card was given.')
      if ('error' in body) return { error: body.error }
      const { value, error } = await calls.createPaymentMethod(body)
      return error ? { error } : { paymentMethod: value }
    },
    /** The loader and the React package say who they are; nobody here wants to know. */
    registerAppInfo: () => {},
    _registerWrapper: () => {},
  }
}

const named = (intent: NonNullable<IntentResult['paymentIntent']>): IntentResult =>
  intent.object === 'payment_intent' ? { paymentIntent: intent } : { setupIntent: intent }

function cardOf(method: CardData['payment_method']) {
  if (method === undefined) return undefined
  if (typeof method === 'string') return { payment_method: method }
  const entered = cardIn(method.card)
  return 'error' in entered ? entered : fromForm(entered, method.billing_details)
}

function cardIn(element: unknown) {
  if (!(element instanceof CardElement))
    throw new IntegrationError('A card Element made by elements.create("card") is needed.')
  const error: StripeProblem | null = element.judge()
  const entered = element.entered()
  if (error) return { error }
  if (!entered) throw new IntegrationError('The card Element is not complete.')
  return entered
}

async function methodFromElements(elements: StripeElements, billing: object | undefined) {
  elements.needsSubmit()
  const { wallet } = elements
  if (wallet) return { card: wallet.card, wallet: wallet.wallet, billing_details: wallet.billing }
  const error = elements.judge()
  const entered = elements.entered()
  if (error) return { error }
  return entered ? fromForm(entered, billing) : undefined
}
