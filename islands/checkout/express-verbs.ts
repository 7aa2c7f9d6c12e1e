import type {
  StripeExpressCheckoutElementShippingAddressChangeEvent as AddressEvent,
  StripeExpressCheckoutElementConfirmEvent as ConfirmEvent,
  StripeExpressCheckoutElementShippingRateChangeEvent as RateEvent,
} from '@stripe/stripe-js'
import { PAYMENT_FAILED_SENTENCE } from '#src/payments/rules.ts'
import { get, UNREACHABLE_SENTENCE } from '../shared/api.ts'
import { type CheckoutContext, isChangedElsewhere, navigateTo } from './checkout-context.ts'
import { wireAddress } from './delivery-verbs.ts'
import { wireGift } from './gift-fields.tsx'
import { type PaymentBackend, type PayOutcome, pay } from './pay.ts'
import { dispatchPaymentError } from './payment-verbs.ts'
import { readAddressRefusal, readEmailProblem, text } from './responses.ts'
import { shownChoice } from './state.ts'
import { hasDay, type Priced, readPriced, walletAddress, wirePlace } from './wallet.ts'

export type WalletBackend = PaymentBackend & { shown: { cents: number } }

export function expressVerbs(context: CheckoutContext) {
  const { props, state, dispatch, exclusively, send, showFlash, showChange, refresh, fetchDays } = context
  const { urls, orderToken } = props

  /** Keeps the wallet's total equal to the order's. */
  function show(backend: WalletBackend, { totalCents }: Pick<Priced, 'totalCents'>) {
    backend.shown.cents = totalCents
    backend.elements.update({ amount: totalCents })
  }

  async function changeWalletAddress(backend: WalletBackend, event: AddressEvent) {
    const response = await send(urls.express, wirePlace(event.address))
    const priced = readPriced(response)
    if (!priced) return rejectEvent(event, response.isReadable ? readAddressRefusal(response).message : null)
    dispatch({ type: 'flash_cleared' })
    show(backend, priced)
    void refresh()
    event.resolve({ lineItems: priced.lineItems, shippingRates: priced.shippingRates })
  }

  async function changeWalletRate(backend: WalletBackend, event: RateEvent) {
    if (!hasDay(event.shippingRate)) return event.resolve()
    const response = await send(urls.arrivalDate, { arrival_date: event.shippingRate.id })
    const priced = response.ok ? readPriced(await get(urls.orderStatus)) : null
    if (!priced) return rejectEvent(event, text(response.body.message) || null)
    show(backend, priced)
    void refresh()
    event.resolve({ lineItems: priced.lineItems })
  }

  /** Shows the message on the page, because wallets have their own or none. */
  function rejectEvent(event: { reject: () => void }, message: string | null) {
    event.reject()
    showFlash(message ?? UNREACHABLE_SENTENCE)
    void refresh()
  }

  const payByWallet = (backend: WalletBackend, event: ConfirmEvent) =>
    exclusively(
      () => settle(backend, event),
      () => event.paymentFailed({ reason: 'fail', message: PAYMENT_FAILED_SENTENCE }),
    )

  async function settle(backend: WalletBackend, event: ConfirmEvent) {
    const buyer = buyerDetailsOf(event)
    const outcome = await pay(backend, {
      orderToken,
      shownCents: backend.shown.cents,
      shownGiftCents: null,
      ...(buyer.delivery === null && { shown: shownChoice(state) }),
      termsAccepted: state.termsAccepted,
      urls,
      origin: window.location.origin,
      saveBuyer: () => saveBuyer(buyer),
    })
    if (outcome.kind === 'redirect') return navigateTo(outcome.url)
    await failed(backend, event, outcome, buyer)
  }

  type BuyerDetails = ReturnType<typeof buyerDetailsOf>
  type Failure = Exclude<PayOutcome, { kind: 'redirect' }>

  const buyerDetailsOf = ({ billingDetails, shippingAddress }: ConfirmEvent) => ({
    email: billingDetails?.email ?? state.email,
    delivery: shippingAddress ? walletAddress(shippingAddress, billingDetails?.phone) : null,
  })

  async function saveBuyer({ email, delivery }: BuyerDetails): Promise<PayOutcome | null> {
    if (email !== state.email) {
      const response = await send(urls.email, { email })
      if (!response.ok) return refusal(readEmailProblem(response).message, 'email_missing')
      dispatch({ type: 'email_provided', email })
    }
    const typed = delivery && { ...wireAddress(delivery), ...wireGift(state.gift) }
    const response = typed ? await send(urls.address, typed) : null
    if (!delivery || !response || response.ok) return null
    const problem = readAddressRefusal(response)
    dispatch({ type: 'address_refused', problem, typed: delivery, replacesFields: true, isQuiet: true })
    return refusal(problem.message, INVALID_ADDRESS)
  }

  async function failed(
    backend: WalletBackend,
    event: ConfirmEvent,
    outcome: Failure,
    { delivery }: BuyerDetails,
  ) {
    const { message } = outcome
    const code = outcome.kind === 'refused' ? outcome.code : ''
    event.paymentFailed({ reason: code === INVALID_ADDRESS ? INVALID_ADDRESS : 'fail', message })
    dispatchPaymentError(message)
    if (code === INVALID_ADDRESS) return void refresh()

    if (delivery && code !== 'email_missing') {
      dispatch({ type: 'buyer_saved', delivery, ...(await fetchDays()) })
    }
    refuseWallet({ message, code })
    const orderStatus = isChangedElsewhere(code) ? await showChange(code, message) : await refresh()
    if (orderStatus) show(backend, orderStatus)
  }

  const refuseWallet = (reason: { message: string; code: string }) => {
    dispatch({ type: 'wallet_refused', ...reason })
    window.scrollTo({ top: 0 })
  }

  return { changeWalletAddress, changeWalletRate, payByWallet, refuseWallet }
}

const INVALID_ADDRESS = 'invalid_shipping_address'

const refusal = (message: string, code: string): PayOutcome => ({
  kind: 'refused',
  message,
  code,
  isDeclined: false,
})
