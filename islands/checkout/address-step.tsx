/** @jsxImportSource react */

import { type FormEvent, useEffect, useId, useRef } from 'react'
import { autofillForm } from '#src/checkout/address-autofill.ts'
import { MOBILE_NAMES } from '#src/checkout/address-form.ts'
import type { AddressRefusal } from '#src/checkout/address-question.ts'
import { meantAddress } from '#src/checkout/saved-address-options.ts'
import { type DeliveryFields, FIELD_NAMES, type FieldName, formMessages } from '#src/delivery/rules.ts'
import type { Gift } from '#src/orders/rules.ts'
import { AddressChoice } from './address-choice.tsx'
import { AddressFields } from './address-fields.tsx'
import { GiftFields, isSameGift, readGift } from './gift-fields.tsx'
import { Notice } from './notice.tsx'
import { PlainForm } from './plain-form.tsx'
import type { AddressAnswers, CheckoutProps } from './props.ts'
import { SavedAddresses } from './saved-addresses.tsx'
import { SubmitButton } from './submit-button.tsx'

type AddressStepProps = {
  checkout: CheckoutProps
  delivery: DeliveryFields
  /** Changes when code fills the fields, to render them again. */
  fillCount: number
  isSaving: boolean
  problem: AddressRefusal | null
  isAsking: boolean
  answers: AddressAnswers
  gift: Gift | null
  save: (typed: DeliveryFields, gift: Gift | null) => void
  answer: (answer: AddressAnswers) => void
  /** A wallet may pay before the form is sent, so the gift that is typed counts at once. */
  edited: (gift: Gift | null) => void
  dismissQuestion: () => void
}

export function AddressStep({ checkout, delivery, fillCount, problem, ...step }: AddressStepProps) {
  const fields = useRef<HTMLDivElement>(null)
  const messageId = useId()
  const mistake = problem?.type === null ? problem : null
  const messages = mistake && formMessages(mistake, delivery)
  useEffect(() => {
    if (!mistake) return
    // At once: the focus scrolls only as far as the field then still needs.
    document.getElementById(messageId)?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    fields.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [mistake, messageId])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for a gift that was typed before hydration
  useEffect(() => {
    const form = fields.current?.closest('form')
    const typed = form ? readGift(new FormData(form)) : null
    if (typed && !isSameGift(typed, step.gift)) step.edited(typed)
  }, [])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const picked = checkout.savedAddresses.find(({ token }) => token === form.get('address_id'))
    step.save(meantAddress(readTyped(form), picked?.address, delivery), readGift(form))
  }

  const edited = ({ currentTarget }: FormEvent<HTMLFormElement>) =>
    step.edited(readGift(new FormData(currentTarget)))

  return (
    <>
      {problem && problem.type !== null && step.isAsking && (
        <AddressChoice
          problem={problem}
          checkout={checkout}
          typed={delivery}
          answers={step.answers}
          isSaving={step.isSaving}
          answer={step.answer}
          dismiss={step.dismissQuestion}
        />
      )}
      <PlainForm action={checkout.urls.address} checkout={checkout} submit={submit} edited={edited}>
        {messages?.above && <Notice id={messageId} message={messages.above} />}
        <div
          ref={fields}
          className="address-fields"
          key={fillCount}
          {...autofillForm(checkout.urls.suggestions)}
        >
          <SavedAddresses addresses={checkout.savedAddresses} delivery={delivery} />
          <AddressFields {...{ delivery, messages, messageId }} problem={mistake} />
        </div>
        {checkout.canBeGift && <GiftFields gift={step.gift} />}
        {problem && problem.type !== null && !step.isAsking && <Notice message={problem.message} />}
        <SubmitButton isBusy={step.isSaving}>Continue to delivery date</SubmitButton>
      </PlainForm>
    </>
  )
}

const readTyped = (form: FormData) =>
  Object.fromEntries(FIELD_NAMES.map((field) => [field, read(form, field)])) as DeliveryFields

const read = (form: FormData, field: FieldName) => String(form.get(MOBILE_NAMES[field]) ?? '').trim()
