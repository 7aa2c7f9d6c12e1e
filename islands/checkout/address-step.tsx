/** @jsxImportSource react */

import { type FormEvent, useEffect, useRef } from 'react'
import { autofillForm } from '#src/checkout/address-autofill.ts'
import { MOBILE_NAMES } from '#src/checkout/address-form.ts'
import type { AddressRefusal } from '#src/checkout/address-question.ts'
import { type DeliveryFields, FIELD_NAMES, type FieldName } from '#src/delivery/rules.ts'
import { AddressChoice } from './address-choice.tsx'
import { AddressFields } from './address-fields.tsx'
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
  save: (typed: DeliveryFields) => void
  answer: (answer: AddressAnswers) => void
  edited: () => void
  dismissQuestion: () => void
}

export function AddressStep({ checkout, delivery, fillCount, problem, ...step }: AddressStepProps) {
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem?.type === null) fields.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [problem])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    step.save(readTyped(new FormData(event.currentTarget)))
  }

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
      <PlainForm action={checkout.urls.address} checkout={checkout} submit={submit} edited={step.edited}>
        <div
          ref={fields}
          className="address-fields"
          key={fillCount}
          {...autofillForm(checkout.urls.suggestions)}
        >
          <SavedAddresses addresses={checkout.savedAddresses} delivery={delivery} />
          <AddressFields delivery={delivery} problem={problem?.type === null ? problem : null} />
        </div>
        {problem && showsBelow(problem, step.isAsking) && <Notice message={problem.message} />}
        <SubmitButton isBusy={step.isSaving}>Continue to delivery date</SubmitButton>
      </PlainForm>
    </>
  )
}

const showsBelow = (problem: AddressRefusal, isAsking: boolean) =>
  problem.type === null ? problem.fields.length !== 1 : !isAsking

const readTyped = (form: FormData) =>
  Object.fromEntries(FIELD_NAMES.map((field) => [field, read(form, field)])) as DeliveryFields

const read = (form: FormData, field: FieldName) => String(form.get(MOBILE_NAMES[field]) ?? '').trim()
