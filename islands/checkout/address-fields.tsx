/** @jsxImportSource react */

import { type FormEvent, type SelectHTMLAttributes, useId } from 'react'
import {
  autofill,
  suggestionList,
  suggestionSource,
  suggestionStatus,
} from '#src/checkout/address-autofill.ts'
import { addressField, MOBILE_NAMES } from '#src/checkout/address-form.ts'
import type { AddressMistake } from '#src/checkout/address-question.ts'
import { type DeliveryFields, type FieldName, formatPhone } from '#src/delivery/rules.ts'
import { STATES } from '#src/postal/states.ts'
import { TextField } from './text-field.tsx'

type AddressFieldsProps = {
  delivery: DeliveryFields
  problem: AddressMistake | null
}

export function AddressFields({ delivery, problem }: AddressFieldsProps) {
  const at = (field: FieldName) => ({
    ...attributesOf(field),
    ...autofill(field),
    defaultValue: delivery[field],
    invalid: problem?.fields.includes(field) ?? false,
    error: problem?.fields.length === 1 && problem.fields[0] === field ? problem.message : null,
  })
  return (
    <>
      <TextField {...at('name')} />
      <TextField {...at('street1')}>
        <Suggestions id={useId()} />
      </TextField>
      <TextField {...at('street2')} optional />
      <div className="address-fields__place">
        <TextField {...at('city')} />
        <StateField {...at('state')} />
        <TextField {...at('zip')} />
      </div>
      <TextField {...at('phone')} type="tel" onInput={formatTyped} />
    </>
  )
}

function attributesOf(field: FieldName) {
  const { label, autocomplete, required, maxlength, inputmode } = addressField(field)
  return {
    label,
    name: MOBILE_NAMES[field],
    autoComplete: autocomplete,
    required,
    maxLength: maxlength,
    inputMode: inputmode,
  }
}

/** The `address-autofill` controller fills it; React leaves it empty. */
const Suggestions = ({ id }: { id: string }) => (
  <div className="address-suggestions">
    <ul id={id} className="address-suggestions__list" {...suggestionList} />
    <p className="address-suggestions__source" {...suggestionSource} />
    <p className="visually-hidden" {...suggestionStatus} />
  </div>
)

type StateFieldProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'className' | 'children'> & {
  label: string
  invalid: boolean
  error: string | null
}

function StateField({ label, invalid, error, ...select }: StateFieldProps) {
  const id = useId()
  return (
    <div className="field" data-invalid={invalid || undefined}>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <select
        {...select}
        className="field__input"
        id={id}
        aria-invalid={invalid || undefined}
        aria-describedby={error ? `${id}_error` : undefined}
      >
        <option value="">Choose</option>
        {Object.entries(STATES).map(([code, state]) => (
          <option key={code} value={code}>
            {state}
          </option>
        ))}
      </select>
      {error && (
        <p className="field__error" id={`${id}_error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

/** Formats only while typing at the end: in the middle it would move the caret. */
function formatTyped({ currentTarget: input }: FormEvent<HTMLInputElement>) {
  if (input.selectionEnd === input.value.length) input.value = formatPhone(input.value)
}
