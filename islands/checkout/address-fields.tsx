/** @jsxImportSource react */
import { type FormEvent, useId } from 'react'
import { type DeliveryFields, type FieldName, formatPhone } from '#src/delivery/rules.ts'
import { STATES } from '#src/postal/states.ts'
import { autofilled, autofillStreet, autofillZip } from './autofill.ts'
import type { AddressProblem } from './props.ts'
import { TextField } from './text-field.tsx'

type AddressFieldsProps = {
  names: Readonly<Record<FieldName, string>>
  delivery: DeliveryFields
  problem: Extract<AddressProblem, { kind: 'plain' }> | null
}

/** Labels match the names in the missing-fields message. */
export function AddressFields({ names, delivery, problem }: AddressFieldsProps) {
  const at = (field: FieldName) => ({
    name: names[field],
    defaultValue: delivery[field],
    invalid: problem?.fields.includes(field) ?? false,
    error: problem?.fields.length === 1 && problem.fields[0] === field ? problem.message : null,
  })
  return (
    <>
      <TextField
        label="Full Name"
        {...at('name')}
        {...autofilled('name')}
        autoComplete="shipping name"
        required
        maxLength={100}
      />
      <TextField
        label="Street Address 1"
        {...at('street1')}
        {...autofillStreet}
        autoComplete="shipping address-line1"
        required
        maxLength={100}
      >
        <Suggestions id={useId()} />
      </TextField>
      <TextField
        label="Street Address 2"
        optional
        {...at('street2')}
        {...autofilled('street2')}
        autoComplete="shipping address-line2"
        maxLength={100}
      />
      <div className="address-fields__place">
        <TextField
          label="City"
          {...at('city')}
          {...autofilled('city')}
          autoComplete="shipping address-level2"
          required
          maxLength={100}
        />
        <StateField {...at('state')} />
        <TextField
          label="Zip Code"
          {...at('zip')}
          {...autofillZip}
          autoComplete="shipping postal-code"
          inputMode="numeric"
          required
          maxLength={5}
        />
      </div>
      <TextField
        label="Phone Number"
        {...at('phone')}
        {...autofilled('phone')}
        type="tel"
        autoComplete="shipping tel"
        required
        maxLength={20}
        onInput={formatTyped}
      />
    </>
  )
}

/** The `address-autofill` controller fills it; React leaves it empty. */
const Suggestions = ({ id }: { id: string }) => (
  <div className="address-suggestions">
    <ul
      id={id}
      className="address-suggestions__list"
      hidden
      data-address-autofill-target="list"
      data-action="mousedown->address-autofill#keepFocus combobox-commit->address-autofill#choose"
    />
    <p className="address-suggestions__source" data-address-autofill-target="source" />
    <p className="visually-hidden" role="status" data-address-autofill-target="status" />
  </div>
)

type StateFieldProps = { name: string; defaultValue: string; invalid: boolean; error: string | null }

function StateField({ name, defaultValue, invalid, error }: StateFieldProps) {
  const id = useId()
  return (
    <div className="field" data-invalid={invalid || undefined}>
      <label className="field__label" htmlFor={id}>
        State
      </label>
      <select
        className="field__input"
        id={id}
        name={name}
        defaultValue={defaultValue}
        {...autofilled('state')}
        autoComplete="shipping address-level1"
        required
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
