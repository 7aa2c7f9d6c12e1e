/** @jsxImportSource react */

import { type FormEvent, type SelectHTMLAttributes, useId, useState } from 'react'
import {
  autofill,
  suggestionList,
  suggestionSource,
  suggestionStatus,
} from '#src/checkout/address-autofill.ts'
import { addressField, MOBILE_NAMES } from '#src/checkout/address-form.ts'
import type { AddressMistake } from '#src/checkout/address-question.ts'
import {
  type DeliveryFields,
  FIELD_NAMES,
  type FieldName,
  type FormMessages,
  formatPhone,
} from '#src/delivery/rules.ts'
import { STATES } from '#src/postal/states.ts'
import { FieldError, TextField } from './text-field.tsx'

type AddressFieldsProps = {
  delivery: DeliveryFields
  problem: AddressMistake | null
  messages: FormMessages | null
  /** Of the message above the fields. */
  messageId: string
}

export function AddressFields({ delivery, problem, messages, messageId }: AddressFieldsProps) {
  const [corrected, correct] = useCorrected(problem)
  const at = (field: FieldName) => {
    const invalid = problem?.fields.includes(field) === true && !corrected.includes(field)
    return {
      ...attributesOf(field),
      ...autofill(field),
      defaultValue: delivery[field],
      invalid,
      error: (invalid && messages?.at[field]) || null,
      sharedErrorId: invalid && messages?.above ? messageId : undefined,
    }
  }
  return (
    <div className="address-fields" onInput={correct}>
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
    </div>
  )
}

/** The fields that were typed into since the problem was shown: they aren't called wrong until they are sent again. */
function useCorrected(problem: AddressMistake | null) {
  const [{ of, fields }, setCorrected] = useState({ of: problem, fields: [] as FieldName[] })
  const corrected = of === problem ? fields : []
  const correct = ({ target }: FormEvent) => {
    const field = FIELD_NAMES.find((name) => MOBILE_NAMES[name] === (target as HTMLInputElement).name)
    if (problem && field) setCorrected({ of: problem, fields: [...corrected, field] })
  }
  return [corrected, correct] as const
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
  sharedErrorId: string | undefined
}

function StateField({ label, invalid, error, sharedErrorId, ...select }: StateFieldProps) {
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
        aria-describedby={error ? `${id}_error` : sharedErrorId}
      >
        <option value="">Choose</option>
        {Object.entries(STATES).map(([code, state]) => (
          <option key={code} value={code}>
            {state}
          </option>
        ))}
      </select>
      {error && <FieldError id={`${id}_error`} error={error} isAnnounced={!sharedErrorId} />}
    </div>
  )
}

/** Formats only while typing at the end: in the middle it would move the caret. */
function formatTyped({ currentTarget: input }: FormEvent<HTMLInputElement>) {
  if (input.selectionEnd === input.value.length) input.value = formatPhone(input.value)
}
