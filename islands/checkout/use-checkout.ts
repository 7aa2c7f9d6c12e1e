import type { Stripe } from '@stripe/stripe-js'
import { useEffect, useReducer, useRef, useState } from 'react'
import type { Step } from '#src/checkout/island/step-order.ts'
import type { Gift } from '#src/orders/rules.ts'
import { isPaidNow } from '#src/payments/flow.ts'
import { loadProvider } from '../shared/provider.ts'
import { checkoutContext } from './checkout-context.ts'
import { deliveryVerbs } from './delivery-verbs.ts'
import { expressVerbs } from './express-verbs.ts'
import { paymentVerbs } from './payment-verbs.ts'
import type { CheckoutProps } from './props.ts'
import { openingState, paysBySavedCard, reduce } from './state.ts'

/** Wallet scripts load after the page has painted. */
const WALLETS_AFTER_MS = 300

export function useCheckout(props: CheckoutProps) {
  const [state, dispatch] = useReducer(reduce, props, openingState)
  const [stripe, setStripe] = useState<Stripe | null>(null)
  const busy = useRef(false)
  const latestIntentRequest = useRef(0)
  const context = checkoutContext({ props, state, dispatch, busy, latestIntentRequest })
  // React would call a function as an updater, and the provider's object may be one.
  const payment = paymentVerbs(context, (provider) => setStripe(() => provider))

  const preparing =
    state.stage.step === 'payment' && state.stage.payment.phase === 'preparing' && !paysBySavedCard(state)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time a new card's fields open
  useEffect(() => {
    if (preparing) void payment.loadIntent()
  }, [preparing])
  useEffect(reloadWhenRestored, [])
  useOrderChanges(payment.applyOrderChange)
  const wallets = useWallets(props, isPaidNow(state.flow), (provider) => setStripe(() => provider))

  const open = (step: Step) => {
    if (!busy.current) dispatch({ type: 'step_opened', step })
  }

  return {
    state,
    stripe,
    open,
    wallets,
    express: expressVerbs(context),
    ...deliveryVerbs(context),
    addressEdited: (gift: Gift | null) => dispatch({ type: 'address_edited', gift }),
    dismissQuestion: () => dispatch({ type: 'question_dismissed' }),
    goToPayment: () => open('payment'),
    prepareAgain: () => open('payment'),
    detailsChanged: (isComplete: boolean) => dispatch({ type: 'details_changed', isComplete }),
    chooseCard: (cardId: string | null) => dispatch({ type: 'card_chosen', cardId }),
    acceptTerms: (accepted: boolean) => dispatch({ type: 'terms_changed', accepted }),
    payNow: payment.payNow,
    reportLoadError: payment.reportLoadError,
  }
}

/** 'none' for a free order, or when the provider is unreachable. */
function useWallets({ payments }: CheckoutProps, isWanted: boolean, setStripe: (stripe: Stripe) => void) {
  const [wallets, setWallets] = useState<'waiting' | 'active' | 'none'>('waiting')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when first needed
  useEffect(() => {
    if (!isWanted) return
    let isUnmounted = false
    const timer = window.setTimeout(async () => {
      const provider = await loadProvider(payments).catch(() => null)
      if (isUnmounted) return
      if (provider) setStripe(provider)
      setWallets(provider ? 'active' : 'none')
    }, WALLETS_AFTER_MS)
    return () => {
      isUnmounted = true
      window.clearTimeout(timer)
    }
  }, [isWanted])
  return isWanted ? wallets : 'none'
}

function useOrderChanges(handleChange: () => Promise<void>) {
  const latest = useRef(handleChange)
  latest.current = handleChange
  useEffect(() => {
    const changed = (event: Event) => {
      event.preventDefault() // `handleChange` reloads the summary too
      void latest.current()
    }
    document.addEventListener('checkout-changed', changed)
    return () => document.removeEventListener('checkout-changed', changed)
  }, [])
}

/** From the back/forward cache the page would still be paying, or show an order that is already placed. */
function reloadWhenRestored() {
  const handlePageShow = (event: PageTransitionEvent) => {
    if (event.persisted) window.location.reload()
  }
  window.addEventListener('pageshow', handlePageShow)
  return () => window.removeEventListener('pageshow', handlePageShow)
}
