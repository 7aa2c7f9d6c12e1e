/** @jsxImportSource react */
import { type FormEvent, useEffect, useRef } from 'react'
import type { DeliveryFields, FieldName } from '#src/delivery/rules.ts'
import { AddressChoice } from './address-choice.tsx'
import { AddressFields } from './address-fields.tsx'
import { autofillOf } from './autofill.ts'
import { WIRE_NAMES } from './delivery-verbs.ts'
import { Notice } from './notice.tsx'
import { PlainForm } from './plain-form.tsx'
import type { AddressAnswers, AddressProblem, CheckoutProps } from './props.ts'
import { SavedAddresses } from './saved-addresses.tsx'
import { SubmitButton } from './submit-button.tsx'

type AddressStepProps = {
  checkout: CheckoutProps
  delivery: DeliveryFields
  /** Changes when code fills the fields, to render them again. */
  fillCount: number
  isSaving: boolean
  problem: AddressProblem | null
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
    if (problem?.kind === 'plain') fields.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [problem])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    step.save(readTyped(new FormData(event.currentTarget)))
  }

  return (
    <>
      {problem && problem.kind !== 'plain' && step.isAsking && (
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
          {...autofillOf(checkout.urls.suggestions)}
        >
          <SavedAddresses addresses={checkout.savedAddresses} delivery={delivery} />
          <AddressFields
            names={WIRE_NAMES}
            delivery={delivery}
            problem={problem?.kind === 'plain' ? problem : null}
          />
        </div>
        {problem && showsBelow(problem, step.isAsking) && <Notice message={problem.message} />}
        <SubmitButton isBusy={step.isSaving}>Continue to delivery date</SubmitButton>
      </PlainForm>
    </>
  )
}

const showsBelow = (problem: AddressProblem, isAsking: boolean) =>
  problem.kind === 'plain' ? problem.fields.length !== 1 : !isAsking

const readTyped = (form: FormData): DeliveryFields => ({
  name: read(form, 'name'),
  street1: read(form, 'street1'),
  street2: read(form, 'street2'),
  city: read(form, 'city'),
  state: read(form, 'state'),
  zip: read(form, 'zip'),
  phone: read(form, 'phone'),
})

const read = (form: FormData, field: FieldName) => String(form.get(WIRE_NAMES[field]) ?? '').trim()
