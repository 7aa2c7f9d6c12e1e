import type { Stripe } from '@stripe/stripe-js'
import { PAYMENT_FAILED_SENTENCE, UNREADABLE_SENTENCE } from '#src/payments/rules.ts'
import { loadProvider } from '../shared/provider.ts'
import { type CheckoutContext, fetchDates, isChangedElsewhere, navigateTo } from './checkout-context.ts'
import { stillOpen } from './open-dates.ts'
import { type PaymentBackend, type PayOutcome, pay, payBySavedCard, placeFreeOrder } from './pay.ts'
import { readIntent, readPaymentMessage, text } from './responses.ts'
import { paysBySavedCard, shownChoice } from './state.ts'

export function paymentVerbs(context: CheckoutContext, setStripe: (stripe: Stripe | null) => void) {
  const {
    props,
    state,
    dispatch,
    latestIntentRequest,
    exclusively,
    send,
    showFlash,
    showChange,
    refresh,
    fetchDays,
  } = context
  const { orderToken, payments, urls } = props

  async function loadIntent() {
    const request = ++latestIntentRequest.current
    const [provider, response] = await Promise.all([
      loadProvider(payments).catch(() => null),
      send(urls.intent, {}),
    ])
    if (request !== latestIntentRequest.current) return // a newer request is running
    const intent = readIntent(response)
    if (!intent && response.body.code) return refuse(readPaymentMessage(response), text(response.body.code))
    if (!intent) return dispatch({ type: 'preparing_failed', message: readPaymentMessage(response) })
    if (!provider && intent.flow !== 'alc-free') {
      return dispatch({ type: 'preparing_failed', message: UNREADABLE_SENTENCE })
    }
    setStripe(provider)
    dispatch({ type: 'prepared', intent })
  }

  const payNow = (backend: PaymentBackend | null) =>
    exclusively(async () => {
      dispatch({ type: 'pay_started' })
      await applyOutcome(await payWith(backend))
    })

  function payWith(backend: PaymentBackend | null): Promise<PayOutcome> {
    const { totalCents: shownCents, giftCents: shownGiftCents, termsAccepted, cardId } = state
    const shown = { shownCents, shownGiftCents, shown: shownChoice(state) }
    const purchase = { orderToken, ...shown, termsAccepted, urls, origin: window.location.origin }
    if (backend) return pay(backend, purchase)
    if (state.flow === 'alc-free' || !cardId) return placeFreeOrder(purchase)
    return payBySavedCard(cardId, purchase, () => loadProvider(payments))
  }

  async function applyOutcome(outcome: PayOutcome) {
    if (outcome.kind === 'redirect') return navigateTo(outcome.url)
    const { message } = outcome
    dispatchPaymentError(message)
    if (outcome.kind === 'broken') return showFlash(message)
    await refuse(message, outcome.code)
    if (!outcome.isDeclined) await showNewTotal()
  }

  async function refuse(message: string, code: string) {
    dispatch({ type: 'pay_refused', message, code })
    if (isChangedElsewhere(code)) return void (await showChange(code, message))
    if (!code.startsWith('date_')) return
    const dates = await fetchDates(urls)
    dispatch({ type: 'date_refused', message, dates, arrivesOn: stillOpen(dates, state.arrivesOn) })
  }

  /** After our server refused, the price or the box may have changed. A saved card needs no intent here. */
  async function showNewTotal() {
    void refresh()
    if (paysBySavedCard(state)) return
    const intent = readIntent(await send(urls.intent, {}))
    if (intent) dispatch({ type: 'prepared', intent })
  }

  async function applyOrderChange() {
    if (state.stage.step === 'date') return dispatch({ type: 'dates_refreshed', ...(await fetchDays()) })
    if (state.stage.step !== 'payment') return void (await refresh())
    const { phase } = state.stage.payment
    if (phase === 'entering') await showNewTotal()
    else if (phase === 'preparing') await Promise.all([refresh(), paysBySavedCard(state) || loadIntent()])
    else if (phase === 'unavailable') dispatch({ type: 'step_opened', step: 'payment' })
  }

  /** The provider's fields failed to load, so the message goes to the top of the page. */
  function reportLoadError(message: string | undefined) {
    dispatchPaymentError(message ?? PAYMENT_FAILED_SENTENCE)
    showFlash(message ?? PAYMENT_FAILED_SENTENCE)
  }

  return { loadIntent, payNow, applyOrderChange, reportLoadError }
}

/** For analytics. */
export const dispatchPaymentError = (message: string) =>
  document.dispatchEvent(new CustomEvent('payment-error', { detail: { message } }))
