import type {
  StripeExpressCheckoutElementConfirmEvent as Confirming,
  StripeExpressCheckoutElementShippingAddressChangeEvent as Placing,
  StripeExpressCheckoutElementShippingRateChangeEvent as Rating,
} from '@stripe/stripe-js'
import { PAYMENT_FAILED_SENTENCE } from '#src/payments/rules.ts'
import { get, UNREACHABLE_SENTENCE } from './calls.ts'
import { type CheckoutContext, leaveFor } from './checkout-context.ts'
import { wireAddress } from './delivery-verbs.ts'
import { type PaymentBackend, type PayOutcome, pay } from './pay.ts'
import { dispatchPaymentError } from './payment-verbs.ts'
import { readAddressProblem, readEmailProblem, text } from './responses.ts'
import { isUnpriced, type Priced, readPriced, walletAddress, wirePlace } from './wallet.ts'

/** A till with the amount that the wallet shows. */
export type WalletBackend = PaymentBackend & { shown: { cents: number } }

/** What a wallet asks of the shop while its owner looks at it, and what becomes of its payment. */
export function expressVerbs(desk: CheckoutContext) {
  const { props, state, dispatch, alone, send, flash, renew, freshDays } = desk
  const { urls, orderToken } = props

  /** The wallet's total is the order's, as the server has it after every step. */
  function show(till: WalletBackend, { totalCents }: Pick<Priced, 'totalCents'>) {
    till.shown.cents = totalCents
    till.elements.update({ amount: totalCents })
  }

  async function walletPlaced(till: WalletBackend, event: Placing) {
    const answer = await send(urls.express, wirePlace(event.address))
    const priced = readPriced(answer)
    if (!priced) return turnAway(event, answer.readable ? readAddressProblem(answer).message : null)
    dispatch({ type: 'flash_read' })
    show(till, priced)
    void renew()
    event.resolve({ lineItems: priced.lineItems, shippingRates: priced.shippingRates })
  }

  async function walletRated(till: WalletBackend, event: Rating) {
    if (isUnpriced(event.shippingRate)) return event.resolve()
    const answer = await send(urls.arrivalDate, { arrival_date: event.shippingRate.id })
    const priced = answer.ok ? readPriced(await get(urls.standing)) : null
    if (!priced) return turnAway(event, text(answer.body.message) || null)
    show(till, priced)
    void renew()
    event.resolve({ lineItems: priced.lineItems })
  }

  /** The sentence stands on the page: wallets have words of their own, if any. */
  function turnAway(event: { reject: () => void }, message: string | null) {
    event.reject()
    flash(message ?? UNREACHABLE_SENTENCE)
    void renew()
  }

  const payByWallet = (till: WalletBackend, event: Confirming) =>
    alone(
      () => settle(till, event),
      () => event.paymentFailed({ reason: 'fail', message: PAYMENT_FAILED_SENTENCE }),
    )

  async function settle(till: WalletBackend, event: Confirming) {
    const told = toldBy(event)
    const outcome = await pay(till, {
      orderToken,
      shownCents: till.shown.cents,
      termsAccepted: state.termsAccepted,
      urls,
      origin: window.location.origin,
      handOver: () => handOver(told),
    })
    if (outcome.kind === 'left') return leaveFor(outcome.url)
    await failed(till, event, outcome, told)
  }

  type Told = ReturnType<typeof toldBy>
  type Failure = Exclude<PayOutcome, { kind: 'left' }>

  const toldBy = ({ billingDetails, shippingAddress }: Confirming) => ({
    email: billingDetails?.email ?? state.email,
    delivery: shippingAddress ? walletAddress(shippingAddress, billingDetails?.phone) : null,
  })

  /** Who and where, judged by the same checks as on the page, before anybody is asked for money. */
  async function handOver({ email, delivery }: Told): Promise<PayOutcome | null> {
    if (email !== state.email) {
      const answer = await send(urls.email, { email })
      if (!answer.ok) return refusal(readEmailProblem(answer).message, 'email_missing')
      dispatch({ type: 'email_told', email })
    }
    const answer = delivery ? await send(urls.address, wireAddress(delivery)) : null
    if (!delivery || !answer || answer.ok) return null
    const problem = readAddressProblem(answer)
    dispatch({ type: 'address_refused', problem, typed: delivery, refills: true, quietly: true })
    return refusal(problem.message, INVALID_ADDRESS)
  }

  async function failed(till: WalletBackend, event: Confirming, outcome: Failure, { delivery }: Told) {
    const { message } = outcome
    const code = outcome.kind === 'refused' ? outcome.code : ''
    event.paymentFailed({ reason: code === INVALID_ADDRESS ? INVALID_ADDRESS : 'fail', message })
    dispatchPaymentError(message)
    if (code === INVALID_ADDRESS) return void renew()

    if (delivery && code !== 'email_missing') {
      dispatch({ type: 'handed_over', delivery, ...(await freshDays()) })
    }
    refuseWallet({ message, code })
    const standing = await renew()
    if (standing) show(till, standing)
  }

  const refuseWallet = (why: { message: string; code: string }) => {
    dispatch({ type: 'wallet_refused', ...why })
    window.scrollTo({ top: 0 })
  }

  return { walletPlaced, walletRated, payByWallet, refuseWallet }
}

const INVALID_ADDRESS = 'invalid_shipping_address'

const refusal = (message: string, code: string): PayOutcome => ({
  kind: 'refused',
  message,
  code,
  declined: false,
})
