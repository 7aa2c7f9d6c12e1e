/** @jsxImportSource react */
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { type FormEvent, useEffect, useMemo, useRef } from 'react'
import { formatCents } from '#src/money.ts'
import { elementsOptions } from './elements-options.ts'
import { Notice } from './notice.tsx'
import type { Payment } from './payment-state.ts'
import type { PaymentStepProps } from './payment-step.tsx'
import type { Flow } from './props.ts'
import { SubmitButton } from './submit-button.tsx'
import { Terms } from './terms.tsx'

const DEBOUNCE_MS = 1_000

type CardFormProps = PaymentStepProps & { payment: Extract<Payment, { phase: 'entering' | 'paying' }> }

/** The provider's own fields: no card number passes through this page's script or our server. */
export function CardForm(props: CardFormProps) {
  const { flow, amountCents } = props.payment.intent
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
  totalCents,
  terms,
  detailsChanged,
  pay,
  breakDown,
}: CardFormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const changed = useDebounced(detailsChanged)
  const busy = payment.phase === 'paying'
  const complete = payment.phase === 'entering' ? payment.complete : true
  const ready = complete && (!terms.required || terms.accepted)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (stripe && elements && ready && !busy) pay({ stripe, elements })
  }

  return (
    <form className="payment-step checkout-form" onSubmit={submit} noValidate aria-busy={busy}>
      {KEPT[payment.intent.flow] && <p>{KEPT[payment.intent.flow]}</p>}
      <div className="payment-step__fields" inert={busy}>
        <PaymentElement
          options={{ layout: 'tabs', defaultValues: { billingDetails: payment.intent.billingDetails } }}
          onChange={(event) => changed(event.complete)}
          onLoadError={({ error }) => breakDown(error.message)}
        />
      </div>
      <Terms {...terms} url={checkout.urls.terms} />
      {payment.phase === 'entering' && payment.problem && <Notice message={payment.problem} />}
      <div className="payment-step__pay">
        {ready ? (
          <SubmitButton busy={busy}>{payLabel(totalCents, busy)}</SubmitButton>
        ) : (
          <p className="checkout-hint">{whatIsMissing(complete)}</p>
        )}
      </div>
      <p className="payment-step__trust">
        Your card goes straight to our payment provider. We never see its number.
      </p>
    </form>
  )
}

/** What a membership's box does with the card. */
const KEPT: Partial<Record<Flow, string>> = {
  'sub-free': 'There is nothing to pay for this box. Your card is kept for the boxes after it.',
  'sub-paid': 'Your card is kept for the boxes after this one.',
}

function payLabel(totalCents: number, busy: boolean): string {
  if (totalCents === 0) return busy ? 'Placing your order…' : 'Place order'
  return busy ? 'Paying…' : `Pay ${formatCents(totalCents)}`
}

const whatIsMissing = (complete: boolean) =>
  complete
    ? 'Agree to the terms of service to pay.'
    : 'The pay button appears here once your payment details are complete.'

/** Calls back once the provider's fields have been quiet for a second (PAY-5). */
function useDebounced(callback: (complete: boolean) => void) {
  const timer = useRef<number>(undefined)
  const latest = useRef(callback)
  latest.current = callback
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return (complete: boolean) => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => latest.current(complete), DEBOUNCE_MS)
  }
}
