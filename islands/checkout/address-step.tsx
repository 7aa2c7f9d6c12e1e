/** @jsxImportSource react */
import { type FormEvent, useEffect, useRef } from 'react'
import type { DeliveryFields, FieldName } from '#src/delivery/rules.ts'
import { AddressChoice } from './address-choice.tsx'
import { AddressFields } from './address-fields.tsx'
import { PlainForm } from './plain-form.tsx'
import type { AddressProblem, CheckoutProps } from './props.ts'
import { SubmitButton } from './submit-button.tsx'

/** The wire's names of the fields. */
const WIRE_NAMES: Readonly<Record<FieldName, string>> = {
  name: 'delivery_name',
  street1: 'delivery_street_address_1',
  street2: 'delivery_street_address_2',
  city: 'delivery_city',
  state: 'delivery_state',
  zip: 'delivery_postal_code',
  phone: 'mobile_phone_number',
}

/** What a choice offered under a refused address answers with. */
export type AddressBypass = Partial<
  Record<'address_confirmation_bypass' | 'postal_code_delay_bypass' | 'fc_change_acknowledged', string>
>

type AddressStepProps = {
  checkout: CheckoutProps
  delivery: DeliveryFields
  saving: boolean
  problem: AddressProblem | null
  save: (typed: DeliveryFields, bypass: AddressBypass) => void
  edited: () => void
}

export function AddressStep({ checkout, delivery, saving, problem, save, edited }: AddressStepProps) {
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem?.kind === 'plain') fields.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [problem])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    save(readTyped(new FormData(event.currentTarget)), bypassOf(submitter))
  }

  return (
    <PlainForm action={checkout.urls.address} checkout={checkout} submit={submit} edited={edited}>
      <div ref={fields} className="address-fields">
        <AddressFields
          names={WIRE_NAMES}
          delivery={delivery}
          problem={problem?.kind === 'plain' ? problem : null}
        />
      </div>
      {problem && <AddressChoice problem={problem} storePhone={checkout.storePhone} typed={delivery} />}
      {!offersChoice(problem) && <SubmitButton busy={saving}>Save address</SubmitButton>}
    </PlainForm>
  )
}

/** While a question stands open its buttons are the way on. */
const offersChoice = (problem: AddressProblem | null) =>
  problem !== null && problem.kind !== 'plain' && problem.kind !== 'no_eligible_shipping_days'

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

const bypassOf = (submitter: HTMLElement | null): AddressBypass =>
  submitter instanceof HTMLButtonElement && submitter.name ? { [submitter.name]: submitter.value } : {}
