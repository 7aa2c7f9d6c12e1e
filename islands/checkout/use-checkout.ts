import type { Stripe } from '@stripe/stripe-js'
import { useEffect, useReducer, useRef, useState } from 'react'
import { deliveryVerbs } from './delivery-verbs.ts'
import { deskOf } from './desk.ts'
import { paymentVerbs } from './payment-verbs.ts'
import type { CheckoutProps, Step } from './props.ts'
import { openingState, reduce } from './state.ts'

/** The checkout's state, and all that a shopper can do to it. */
export function useCheckout(props: CheckoutProps) {
  const [state, dispatch] = useReducer(reduce, props, openingState)
  const [stripe, setStripe] = useState<Stripe | null>(null)
  const busy = useRef(false)
  const desk = deskOf({ props, state, dispatch, busy })
  // A function would be taken for an updater, and what the provider hands out may be one.
  const { prepare, payNow } = paymentVerbs(desk, (provider) => setStripe(() => provider))

  const preparing = state.stage.step === 'payment' && state.stage.payment.phase === 'preparing'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time the payment step opens
  useEffect(() => {
    if (preparing) void prepare()
  }, [preparing])
  useEffect(reloadWhenBack, [])

  const open = (step: Step) => {
    if (!busy.current) dispatch({ type: 'opened', step })
  }

  return {
    state,
    stripe,
    open,
    ...deliveryVerbs(desk),
    addressEdited: () => dispatch({ type: 'address_edited' }),
    goToPayment: () => open('payment'),
    prepareAgain: () => open('payment'),
    detailsChanged: (complete: boolean) => dispatch({ type: 'details_changed', complete }),
    acceptTerms: (accepted: boolean) => dispatch({ type: 'terms', accepted }),
    payNow,
  }
}

/** Brought back from the browser's memory the page would still be paying, or show what has long been bought. */
function reloadWhenBack() {
  const shown = (event: PageTransitionEvent) => {
    if (event.persisted) window.location.reload()
  }
  window.addEventListener('pageshow', shown)
  return () => window.removeEventListener('pageshow', shown)
}
