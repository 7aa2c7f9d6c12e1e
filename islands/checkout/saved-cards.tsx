/** @jsxImportSource react */
import { type FormEvent, useRef } from 'react'
import { CHOSEN_CARD_SENTENCES, NEW_CARD, PAY_WITH, TERMS_HINT } from '#src/checkout/sentences.ts'
import { Notice } from './notice.tsx'
import { payLabel } from './pay-label.ts'
import { cartUrlOf, problemOf } from './payment-state.ts'
import type { PaymentStepProps } from './payment-step.tsx'
import { PlainForm } from './plain-form.tsx'
import { ShownFields } from './shown-fields.tsx'
import { SubmitButton } from './submit-button.tsx'
import { Terms } from './terms.tsx'
import { useEarlyChoice } from './use-early-choice.ts'

type SavedCardsProps = Pick<PaymentStepProps, 'checkout' | 'cardId' | 'chooseCard' | 'payment'> & {
  formId: string
}

/** The form of a chosen card stands below, so that the choice stays in place when a new card's fields open. */
export function SavedCards({ checkout, cardId, chooseCard, payment, formId }: SavedCardsProps) {
  const radio = (id: string | null) => ({
    type: 'radio',
    name: 'card_id',
    form: formId,
    value: id ?? '',
    checked: cardId === id,
    onChange: () => chooseCard(id),
    autoComplete: 'off',
  })
  const list = useRef<HTMLFieldSetElement>(null)
  useEarlyChoice(list, cardId, (id) => chooseCard(id || null))
  return (
    <fieldset className="saved-addresses" ref={list} inert={payment.phase === 'paying'}>
      <legend className="saved-addresses__title">{PAY_WITH}</legend>
      {checkout.savedCards.map(({ id, name, expires }) => (
        <label key={id} className="saved-addresses__one">
          <input {...radio(id)} />
          <span className="saved-addresses__words">
            <b>{name}</b>
            {expires && <span>Expires {expires}</span>}
          </span>
        </label>
      ))}
      <label className="saved-addresses__one payment-step__new-card">
        <input {...radio(null)} />
        <span className="saved-addresses__words">
          <b>{NEW_CARD}</b>
        </span>
      </label>
    </fieldset>
  )
}

type PayBySavedCardProps = Pick<
  PaymentStepProps,
  'checkout' | 'flow' | 'shown' | 'payment' | 'totalCents' | 'giftCents' | 'terms' | 'pay'
> & {
  formId: string
}

/** Works without scripts, unless the bank asks. */
export function PayBySavedCard({
  checkout,
  flow,
  shown,
  payment,
  totalCents,
  giftCents,
  terms,
  pay,
  formId,
}: PayBySavedCardProps) {
  const isBusy = payment.phase === 'paying'
  const isIncomplete = terms.required && !terms.accepted
  const problem = problemOf(payment)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isBusy && !isIncomplete) pay(null)
  }

  return (
    <PlainForm id={formId} action={checkout.urls.savedCard} checkout={checkout} submit={submit}>
      <input type="hidden" name="shown_total_cents" value={totalCents} />
      <input type="hidden" name="shown_gift_cents" value={giftCents} />
      <ShownFields {...shown} />
      {CHOSEN_CARD_SENTENCES[flow] && <p>{CHOSEN_CARD_SENTENCES[flow]}</p>}
      <Terms {...terms} url={checkout.urls.terms} />
      {problem && <Notice message={problem} cartUrl={cartUrlOf(payment, checkout.urls)} />}
      <SubmitButton isBusy={isBusy} isIncomplete={isIncomplete}>
        {payLabel(totalCents, isBusy)}
      </SubmitButton>
      {isIncomplete && <p className="checkout-hint">{TERMS_HINT}</p>}
    </PlainForm>
  )
}
