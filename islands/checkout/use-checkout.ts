import type { Stripe } from '@stripe/stripe-js'
import { useEffect, useReducer, useRef, useState } from 'react'
import { loadProvider } from '../shared/provider.ts'
import { checkoutContext } from './checkout-context.ts'
import { deliveryVerbs } from './delivery-verbs.ts'
import { expressVerbs } from './express-verbs.ts'
import { paymentVerbs } from './payment-verbs.ts'
import type { CheckoutProps, Flow, Step } from './props.ts'
import { openingState, reduce } from './state.ts'

/** Whoever comes to the checkout sees it first: the wallets' scripts wait. */
const WALLETS_AFTER_MS = 300

/** The checkout's state, and all that a shopper can do to it. */
export function useCheckout(props: CheckoutProps) {
  const [state, dispatch] = useReducer(reduce, props, openingState)
  const [stripe, setStripe] = useState<Stripe | null>(null)
  const busy = useRef(false)
  const asked = useRef(0)
  const desk = checkoutContext({ props, state, dispatch, busy, asked })
  // A function would be taken for an updater, and what the provider hands out may be one.
  const payment = paymentVerbs(desk, (provider) => setStripe(() => provider))

  const preparing = state.stage.step === 'payment' && state.stage.payment.phase === 'preparing'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time the payment step opens
  useEffect(() => {
    if (preparing) void payment.prepare()
  }, [preparing])
  useEffect(reloadWhenBack, [])
  useChangesBeside(payment.heedChange)
  const wallets = useWallets(props, isPaid(state.flow), (provider) => setStripe(() => provider))

  const open = (step: Step) => {
    if (!busy.current) dispatch({ type: 'opened', step })
  }

  return {
    state,
    stripe,
    open,
    wallets,
    express: expressVerbs(desk),
    ...deliveryVerbs(desk),
    addressEdited: () => dispatch({ type: 'address_edited' }),
    leaveQuestion: () => dispatch({ type: 'question_left' }),
    goToPayment: () => open('payment'),
    prepareAgain: () => open('payment'),
    detailsChanged: (complete: boolean) => dispatch({ type: 'details_changed', complete }),
    acceptTerms: (accepted: boolean) => dispatch({ type: 'terms', accepted }),
    payNow: payment.payNow,
    breakDown: payment.breakDown,
  }
}

export const isPaid = (flow: Flow) => flow === 'alc-paid' || flow === 'sub-paid'

/** Wallets are for orders that cost something, and only where the provider can be reached. */
function useWallets({ payments }: CheckoutProps, wanted: boolean, setStripe: (stripe: Stripe) => void) {
  const [wallets, setWallets] = useState<'waiting' | 'active' | 'none'>('waiting')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when they are wanted first
  useEffect(() => {
    if (!wanted) return
    let left = false
    const timer = window.setTimeout(async () => {
      const provider = await loadProvider(payments).catch(() => null)
      if (left) return
      if (provider) setStripe(provider)
      setWallets(provider ? 'active' : 'none')
    }, WALLETS_AFTER_MS)
    return () => {
      left = true
      window.clearTimeout(timer)
    }
  }, [wanted])
  return wanted ? wallets : 'none'
}

/** Hears of what is changed beside the steps, by whoever has the server's part of the page. */
function useChangesBeside(heed: () => Promise<void>) {
  const latest = useRef(heed)
  latest.current = heed
  useEffect(() => {
    const changed = (event: Event) => {
      event.preventDefault() // the summary is renewed with all the rest
      void latest.current()
    }
    document.addEventListener('checkout-changed', changed)
    return () => document.removeEventListener('checkout-changed', changed)
  }, [])
}

/** Brought back from the browser's memory the page would still be paying, or show what has long been bought. */
function reloadWhenBack() {
  const shown = (event: PageTransitionEvent) => {
    if (event.persisted) window.location.reload()
  }
  window.addEventListener('pageshow', shown)
  return () => window.removeEventListener('pageshow', shown)
}
