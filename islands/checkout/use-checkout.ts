import type { Stripe } from '@stripe/stripe-js'
import { useEffect, useReducer, useRef, useState } from 'react'
import type { Day } from '#src/day.ts'
import type { DeliveryFields } from '#src/delivery/rules.ts'
import { PAYMENT_FAILED_SENTENCE, UNREADABLE_SENTENCE } from '#src/payments/rules.ts'
import { checkTyped } from './address-check.ts'
import type { AddressBypass } from './address-step.tsx'
import { readAddressProblem, readDates, readEmailProblem, readIntent, readPaymentMessage, text } from './answers.ts'
import { earliestOpen } from './calendar-months.ts'
import { get, post, UNREACHABLE_SENTENCE } from './calls.ts'
import { type PayOutcome, pay, placeFreeOrder, type Till } from './pay.ts'
import type { CheckoutProps, Step, WireDate } from './props.ts'
import { loadProvider } from './provider.ts'
import { openingState, reduce } from './state.ts'
import { refreshSummary } from './summary-beside.ts'

/** The checkout's state, and all that a shopper can do to it. */
export function useCheckout(props: CheckoutProps) {
  const { urls, orderToken } = props
  const [state, dispatch] = useReducer(reduce, props, openingState)
  const [stripe, setStripe] = useState<Stripe | null>(null)
  const busy = useRef(false)

  const preparing = state.stage.step === 'payment' && state.stage.payment.phase === 'preparing'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time the payment step opens
  useEffect(() => {
    if (preparing) void prepare()
  }, [preparing])

  /** One thing at a time: a second click while the first is under way is the same click. */
  async function alone(act: () => Promise<void>) {
    if (busy.current) return
    busy.current = true
    try {
      await act()
    } catch (error) {
      console.error(error)
      flash(PAYMENT_FAILED_SENTENCE)
    } finally {
      busy.current = false
    }
  }

  const saveEmail = (email: string) =>
    alone(async () => {
      dispatch({ type: 'saving' })
      const answer = await post(urls.email, { order_token: orderToken, email })
      if (answer.ok) dispatch({ type: 'email_saved', email: email.trim() })
      else dispatch({ type: 'email_refused', problem: readEmailProblem(answer) })
    })

  const saveAddress = (typed: DeliveryFields, bypass: AddressBypass) =>
    alone(async () => {
      const problem = checkTyped(typed)
      if (problem) return dispatch({ type: 'address_refused', problem, typed })

      dispatch({ type: 'saving' })
      const answer = await post(urls.address, addressBody(orderToken, typed, bypass))
      if (!answer.ok) return dispatch({ type: 'address_refused', problem: readAddressProblem(answer), typed })

      const delivery = asSaved(typed, bypass)
      dispatch({ type: 'address_saved', delivery, ...(await freshDates()) })
      void refreshSummary(urls.summary)
    })

  /** What the server now keeps: with the suggestion taken, that one. */
  function asSaved(typed: DeliveryFields, bypass: AddressBypass): DeliveryFields {
    const problem = state.stage.step === 'address' ? state.stage.problem : null
    if (bypass.address_confirmation_bypass !== 'accept' || problem?.kind !== 'modified_to_achieve_match') return typed
    return { ...typed, ...problem.suggested }
  }

  async function freshDates(): Promise<{ dates: WireDate[]; arrivesOn: Day | null }> {
    const answer = await get(urls.dates)
    const dates = readDates(answer)
    const chosen = dates.find((day) => day.ok && day.date === text(answer.body.arrives_on)) ?? earliestOpen(dates)
    return { dates, arrivesOn: chosen?.date ?? null }
  }

  const chooseDate = (arrivesOn: Day) =>
    alone(async () => {
      dispatch({ type: 'date_chosen', arrivesOn })
      const answer = await post(urls.arrivalDate, { arrival_date: arrivesOn })
      if (answer.ok) dispatch({ type: 'date_saved' })
      else {
        const message = text(answer.body.message) || UNREACHABLE_SENTENCE
        const fresh = answer.readable ? await freshDates() : { dates: state.dates, arrivesOn: state.arrivesOn }
        dispatch({ type: 'date_refused', message, ...fresh })
      }
      void refreshSummary(urls.summary)
    })

  /** The provider's script and what to ask it for: both, or a way to try again. */
  async function prepare() {
    const [provider, answer] = await Promise.all([
      loadProvider(props.payments).catch(() => null),
      post(urls.intent, { order_token: orderToken }),
    ])
    const intent = readIntent(answer)
    if (!intent) {
      if (answer.readable && answer.body.code) return refuse(readPaymentMessage(answer), text(answer.body.code))
      return dispatch({ type: 'preparing_failed', message: readPaymentMessage(answer) })
    }
    if (!provider && intent.flow !== 'alc-free') {
      return dispatch({ type: 'preparing_failed', message: UNREADABLE_SENTENCE })
    }
    setStripe(() => provider)
    dispatch({ type: 'prepared', intent })
  }

  const payNow = (till: Till | null) =>
    alone(async () => {
      dispatch({ type: 'pay_started' })
      const purchase = {
        orderToken,
        shownCents: state.totalCents,
        termsAccepted: state.termsAccepted,
        urls,
        origin: window.location.origin,
      }
      await settle(till ? await pay(till, purchase) : await placeFreeOrder(purchase))
    })

  async function settle(outcome: PayOutcome) {
    if (outcome.kind === 'left') {
      window.location.assign(outcome.url)
      return new Promise<never>(() => {}) // still busy until the page is gone
    }
    const { message } = outcome
    document.dispatchEvent(new CustomEvent('payment-error', { detail: { message } }))
    if (outcome.kind === 'broken') return flash(message)
    refuse(message, outcome.code)
    if (!outcome.declined) await showWhatIsNew()
  }

  function refuse(message: string, code: string) {
    dispatch({ type: 'pay_refused', message, code })
  }

  /** After a refusal of our own server the price, the box or the days may have changed. */
  async function showWhatIsNew() {
    void refreshSummary(urls.summary)
    const intent = readIntent(await post(urls.intent, { order_token: orderToken }))
    if (intent) dispatch({ type: 'prepared', intent })
  }

  function flash(message: string) {
    dispatch({ type: 'flashed', message })
    window.scrollTo({ top: 0 })
  }

  const open = (step: Step) => {
    if (!busy.current) dispatch({ type: 'opened', step })
  }

  return {
    state,
    stripe,
    open,
    saveEmail,
    saveAddress,
    addressEdited: () => dispatch({ type: 'address_edited' }),
    chooseDate,
    goToPayment: () => open('payment'),
    detailsChanged: (complete: boolean) => dispatch({ type: 'details_changed', complete }),
    acceptTerms: (accepted: boolean) => dispatch({ type: 'terms', accepted }),
    payNow,
    prepareAgain: () => open('payment'),
  }
}

const addressBody = (orderToken: string, typed: DeliveryFields, bypass: AddressBypass) => ({
  order_token: orderToken,
  delivery_name: typed.name,
  delivery_street_address_1: typed.street1,
  delivery_street_address_2: typed.street2,
  delivery_city: typed.city,
  delivery_state: typed.state,
  delivery_postal_code: typed.zip,
  mobile_phone_number: typed.phone,
  ...bypass,
})
