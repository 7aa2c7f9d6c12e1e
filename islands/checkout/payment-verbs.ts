import type { Stripe } from '@stripe/stripe-js'
import { PAYMENT_FAILED_SENTENCE, UNREADABLE_SENTENCE } from '#src/payments/rules.ts'
import { loadProvider } from '../shared/provider.ts'
import { type CheckoutContext, freshDates, leaveFor } from './checkout-context.ts'
import { stillOpen } from './open-dates.ts'
import { type PaymentBackend, type PayOutcome, pay, placeFreeOrder } from './pay.ts'
import { readIntent, readPaymentMessage, text } from './responses.ts'

/** Getting ready to pay, and paying. */
export function paymentVerbs(desk: CheckoutContext, setStripe: (stripe: Stripe | null) => void) {
  const { props, state, dispatch, asked, alone, send, flash, renew, freshDays } = desk
  const { orderToken, payments, urls } = props

  /** The provider's script and what to ask it for: both, or a way to try again. */
  async function prepare() {
    const turn = ++asked.current
    const [provider, answer] = await Promise.all([
      loadProvider(payments).catch(() => null),
      send(urls.intent, {}),
    ])
    if (turn !== asked.current) return // asked again since: that answer counts
    const intent = readIntent(answer)
    if (!intent && answer.body.code) return refuse(readPaymentMessage(answer), text(answer.body.code))
    if (!intent) return dispatch({ type: 'preparing_failed', message: readPaymentMessage(answer) })
    if (!provider && intent.flow !== 'alc-free') {
      return dispatch({ type: 'preparing_failed', message: UNREADABLE_SENTENCE })
    }
    setStripe(provider)
    dispatch({ type: 'prepared', intent })
  }

  const payNow = (till: PaymentBackend | null) =>
    alone(async () => {
      dispatch({ type: 'pay_started' })
      const { totalCents: shownCents, termsAccepted } = state
      const purchase = { orderToken, shownCents, termsAccepted, urls, origin: window.location.origin }
      await settle(till ? await pay(till, purchase) : await placeFreeOrder(purchase))
    })

  async function settle(outcome: PayOutcome) {
    if (outcome.kind === 'left') return leaveFor(outcome.url)
    const { message } = outcome
    dispatchPaymentError(message)
    if (outcome.kind === 'broken') return flash(message)
    await refuse(message, outcome.code)
    if (!outcome.declined) await showNewTotal()
  }

  /** A day that is gone is shown gone, for the shopper to choose again. */
  async function refuse(message: string, code: string) {
    dispatch({ type: 'pay_refused', message, code })
    if (!code.startsWith('date_')) return
    const dates = await freshDates(urls)
    dispatch({ type: 'date_refused', message, dates, arrivesOn: stillOpen(dates, state.arrivesOn) })
  }

  /** After a refusal of our own server the price or the box may have changed. */
  async function showNewTotal() {
    void renew()
    const intent = readIntent(await send(urls.intent, {}))
    if (intent) dispatch({ type: 'prepared', intent })
  }

  /** Something beside the steps changed the order: a code, the rhythm of a membership. */
  async function heedChange() {
    if (state.stage.step === 'date') return dispatch({ type: 'days_renewed', ...(await freshDays()) })
    if (state.stage.step !== 'payment') return void (await renew())
    const { phase } = state.stage.payment
    if (phase === 'entering') await showNewTotal()
    else if (phase === 'preparing') await Promise.all([renew(), prepare()])
    else if (phase === 'unavailable') dispatch({ type: 'opened', step: 'payment' })
  }

  /** The provider's fields do not work: said at the top, for there is nothing below to say it beside. */
  function breakDown(message: string | undefined) {
    dispatchPaymentError(message ?? PAYMENT_FAILED_SENTENCE)
    flash(message ?? PAYMENT_FAILED_SENTENCE)
  }

  return { prepare, payNow, heedChange, breakDown }
}

/** For whoever counts what goes wrong. */
export const dispatchPaymentError = (message: string) =>
  document.dispatchEvent(new CustomEvent('payment-error', { detail: { message } }))
