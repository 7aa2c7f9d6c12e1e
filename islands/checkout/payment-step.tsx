/** @jsxImportSource react */

import type { Stripe } from '@stripe/stripe-js'
import { type FormEvent, useId } from 'react'
import { NOTHING_TO_PAY, noScriptSentence, PLACE_ORDER } from '#src/checkout/sentences.ts'
import type { ShownChoice } from '#src/checkout/shown-fields.ts'
import type { Flow } from '#src/payments/flow.ts'
import { CardForm } from './card-form.tsx'
import { Notice } from './notice.tsx'
import type { PaymentBackend } from './pay.ts'
import { cartUrlOf, type Payment } from './payment-state.ts'
import { PlainForm } from './plain-form.tsx'
import type { CheckoutProps } from './props.ts'
import { PayBySavedCard, SavedCards } from './saved-cards.tsx'
import { ShownFields } from './shown-fields.tsx'
import { SubmitButton } from './submit-button.tsx'
import { Terms } from './terms.tsx'

export type PaymentStepProps = {
  checkout: CheckoutProps
  payment: Payment
  stripe: Stripe | null
  flow: Flow
  shown: ShownChoice
  /** The chosen saved card; null for a new one. */
  cardId: string | null
  chooseCard: (cardId: string | null) => void
  totalCents: number
  giftCents: number
  terms: { required: boolean; accepted: boolean; accept: (accepted: boolean) => void }
  detailsChanged: (complete: boolean) => void
  /** Null pays with the chosen saved card, or places a free order. */
  pay: (backend: PaymentBackend | null) => void
  prepareAgain: () => void
  reportLoadError: (message: string | undefined) => void
}

export function PaymentStep(props: PaymentStepProps) {
  const formId = useId()
  const { checkout, flow, cardId } = props
  if (checkout.savedCards.length === 0 || flow === 'alc-free') return <WithoutSavedCard {...props} />
  return (
    <div className="payment-step">
      <SavedCards {...props} formId={formId} />
      {cardId === null ? <WithoutSavedCard {...props} /> : <PayBySavedCard {...props} formId={formId} />}
    </div>
  )
}

function WithoutSavedCard(props: PaymentStepProps) {
  const { checkout, flow, payment, prepareAgain } = props
  const cartUrl = cartUrlOf(payment, checkout.urls)
  // Rendered by the server, so that a free order works without scripts.
  if (payment.phase === 'preparing' && flow === 'alc-free') return <FreeOrder {...props} />
  if (payment.phase === 'preparing')
    return <Preparing problem={payment.problem} cartUrl={cartUrl} storePhone={checkout.storePhone} />
  if (payment.phase === 'unavailable') {
    return (
      <div className="payment-step">
        <Notice message={payment.message} />
        <button type="button" className="button checkout-form__submit" onClick={prepareAgain}>
          Try again
        </button>
      </div>
    )
  }
  const { intent } = payment
  return intent === null || intent.flow === 'alc-free' ? (
    <FreeOrder {...props} />
  ) : (
    <CardForm {...props} payment={payment} intent={intent} />
  )
}

type PreparingProps = { problem: string | null; cartUrl: string | null; storePhone: string }

function Preparing({ problem, cartUrl, storePhone }: PreparingProps) {
  return (
    <div className="payment-step">
      {problem && <Notice message={problem} cartUrl={cartUrl} />}
      <div className="payment-step__skeleton" aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
      <p className="visually-hidden" role="status">
        Loading the payment form
      </p>
      <noscript>
        <p>{noScriptSentence(storePhone)}</p>
      </noscript>
    </div>
  )
}

function FreeOrder({ checkout, payment, shown, giftCents, terms, pay }: PaymentStepProps) {
  const problem = payment.phase === 'entering' || payment.phase === 'preparing' ? payment.problem : null
  const isIncomplete = payment.phase === 'entering' && terms.required && !terms.accepted

  function submit(event: FormEvent) {
    event.preventDefault()
    if (payment.phase === 'entering' && !isIncomplete) pay(null)
  }

  return (
    <PlainForm action={checkout.urls.confirmStripeless} checkout={checkout} submit={submit}>
      <input type="hidden" name="shown_gift_cents" value={giftCents} />
      <ShownFields {...shown} />
      <p>{NOTHING_TO_PAY}</p>
      <Terms {...terms} url={checkout.urls.terms} />
      {problem && <Notice message={problem} cartUrl={cartUrlOf(payment, checkout.urls)} />}
      <SubmitButton isBusy={payment.phase === 'paying'} isIncomplete={isIncomplete}>
        {PLACE_ORDER}
      </SubmitButton>
    </PlainForm>
  )
}
