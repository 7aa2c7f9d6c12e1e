import type { Child } from 'hono/jsx'
import {
  autofill,
  autofillForm,
  suggestionList,
  suggestionSource,
  suggestionStatus,
} from '#src/checkout/address-autofill.ts'
import { addressField, DELIVERY_NAMES } from '#src/checkout/address-form.ts'
import type { FieldName } from '#src/delivery/rules.ts'
import { paths } from '#src/paths.ts'
import { Field } from './field.tsx'
import { PhoneField } from './phone-field.tsx'
import { StateField } from './state-field.tsx'

type AddressFieldsProps = {
  /** Unique in the page. */
  suggestionsId: string
  /** A field's id, value and error, and further attributes. */
  at: (field: FieldName) => { id: string; value: string; [attribute: string]: unknown }
  /** Above the fields. */
  children?: Child
}

export function AddressFields({ suggestionsId, at, children }: AddressFieldsProps) {
  const field = (name: FieldName) => ({
    ...labeledField(name),
    name: DELIVERY_NAMES[name],
    ...autofill(name),
    ...at(name),
  })
  return (
    <div class="address-fields" {...autofillForm(paths.addressSuggestions())}>
      {children}
      <Field {...field('name')} />
      <div>
        <Field {...field('street1')} />
        <AddressSuggestions id={suggestionsId} />
      </div>
      <Field {...field('street2')} />
      <div class="address-fields__place">
        <Field {...field('city')} />
        <StateField {...field('state')} />
        <Field {...field('zip')} />
      </div>
      <PhoneField {...field('phone')} {...autofilledPhone} />
    </div>
  )
}

/** Says in the label what may stay empty. */
export function labeledField(name: FieldName, purpose?: 'billing') {
  const field = addressField(name, purpose)
  return field.required ? field : { ...field, label: `${field.label} (optional)` }
}

export const autofilledPhone = {
  ...autofill('phone'),
  'data-action': `input->phone-input#format ${autofill('phone')['data-action']}`,
}

/** Goes right after the street field; `id` must be unique in the page. */
export const AddressSuggestions = ({ id }: { id: string }) => (
  <div class="address-suggestions">
    <ul id={id} class="address-suggestions__list" {...suggestionList}></ul>
    <p class="address-suggestions__source" {...suggestionSource}></p>
    <p class="visually-hidden" {...suggestionStatus}></p>
  </div>
)
