/** @jsxImportSource react */

import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { type FormEvent, useEffect, useMemo, useRef } from 'react'
import { CARD_TRUST, DETAILS_HINT, SAVED_CARD_SENTENCES, TERMS_HINT } from '#src/checkout/sentences.ts'
import { elementsOptions } from './elements-options.ts'
import { Notice } from './notice.tsx'
import { payLabel } from './pay-label.ts'
import { cartUrlOf, type Payment } from './payment-state.ts'
import type { PaymentStepProps } from './payment-step.tsx'
import type { Intent } from './responses.ts'
import { SubmitButton } from './submit-button.tsx'
import { Terms } from './terms.tsx'

const DEBOUNCE_MS = 1_000

type CardFormProps = PaymentStepProps & {
  payment: Extract<Payment, { phase: 'entering' | 'paying' }>
  intent: Intent
}

/** The provider's own fields: card numbers never reach our script or server. */
export function CardForm(props: CardFormProps) {
  const { flow, amountCents } = props.intent
  const options = useMemo(() => elementsOptions(flow, amountCents), [flow, amountCents])
  return (
    <Elements stripe={props.stripe} options={options}>
      <PaymentBackend {...props} />
    </Elements>
  )
}

function PaymentBackend({
  checkout,
  payment,
  intent,
  totalCents,
  terms,
  detailsChanged,
  pay,
  reportLoadError,
}: CardFormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const changed = useDebounced(detailsChanged)
  const savedCard = SAVED_CARD_SENTENCES[intent.flow]
  const isBusy = payment.phase === 'paying'
  const isComplete = payment.phase === 'entering' ? payment.isComplete : true
  const ready = isComplete && (!terms.required || terms.accepted)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (stripe && elements && ready && !isBusy) pay({ stripe, elements })
  }

  return (
    <form className="payment-step checkout-form" onSubmit={submit} noValidate aria-busy={isBusy}>
      {savedCard && <p>{savedCard}</p>}
      <div className="payment-step__fields" inert={isBusy}>
        <PaymentElement
          options={{ layout: 'tabs', defaultValues: { billingDetails: intent.billingDetails } }}
          onChange={(event) => changed(event.complete)}
          onLoadError={({ error }) => reportLoadError(error.message)}
        />
      </div>
      <Terms {...terms} url={checkout.urls.terms} />
      {payment.phase === 'entering' && payment.problem && (
        <Notice message={payment.problem} cartUrl={cartUrlOf(payment, checkout.urls)} />
      )}
      <div className="payment-step__pay">
        {ready ? (
          <SubmitButton isBusy={isBusy}>{payLabel(totalCents, isBusy)}</SubmitButton>
        ) : (
          <p className="checkout-hint">{isComplete ? TERMS_HINT : DETAILS_HINT}</p>
        )}
      </div>
      <p className="payment-step__trust">{CARD_TRUST}</p>
    </form>
  )
}

/** Calls back after a second without changes (PAY-5). */
function useDebounced(callback: (isComplete: boolean) => void) {
  const timer = useRef<number>(undefined)
  const latest = useRef(callback)
  latest.current = callback
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return (isComplete: boolean) => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => latest.current(isComplete), DEBOUNCE_MS)
  }
}
