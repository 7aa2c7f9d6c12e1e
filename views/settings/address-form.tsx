import type { FieldName } from '#src/delivery/rules.ts'
import type { AddressFacts } from '#src/settings/facts.ts'
import {
  AddressSuggestions,
  autofilled,
  autofilledPhone,
  autofillForm,
  autofillStreet,
  autofillZip,
} from '../shared/address-autofill.tsx'
import { Field } from '../shared/field.tsx'
import { Form } from '../shared/form.tsx'
import { PhoneField } from '../shared/phone-field.tsx'
import { StateField } from '../shared/state-field.tsx'
import { errorAt, type PartProblem } from './account-part.tsx'

type AddressFormProps = {
  /** Prefix of the fields' ids, unique on the page. */
  id: string
  action: string
  method: 'post' | 'put'
  fields: AddressFacts['fields']
  problem: PartProblem | undefined
}

export function AddressForm({ id, action, method, fields, problem }: AddressFormProps) {
  const field = (part: FieldName, name: string, label: string, autocomplete: string, maxlength: number) => ({
    id: `${id}_${part}`,
    name,
    label,
    autocomplete: `shipping ${autocomplete}`,
    maxlength,
    value: problem?.typed?.[name] ?? fields[part],
    required: part !== 'street2',
    ...errorAt(problem, name),
  })
  const { maxlength: _, ...state } = field('state', 'delivery_state', 'State', 'address-level1', 30)
  return (
    <Form action={action} method={method} class="account-form">
      <div class="address-fields" {...autofillForm}>
        <Field {...field('name', 'delivery_name', 'Full Name', 'name', 100)} {...autofilled('name')} />
        <div>
          <Field
            {...field('street1', 'delivery_street_address_1', 'Street Address 1', 'address-line1', 120)}
            {...autofillStreet}
          />
          <AddressSuggestions id={`${id}_suggestions`} />
        </div>
        <Field
          {...field(
            'street2',
            'delivery_street_address_2',
            'Street Address 2 (optional)',
            'address-line2',
            120,
          )}
          {...autofilled('street2')}
        />
        <div class="address-fields__place">
          <Field {...field('city', 'delivery_city', 'City', 'address-level2', 80)} {...autofilled('city')} />
          <StateField {...state} {...autofilled('state')} />
          <Field
            {...field('zip', 'delivery_postal_code', 'Zip Code', 'postal-code', 5)}
            {...autofillZip}
            inputmode="numeric"
          />
        </div>
        <PhoneField
          {...field('phone', 'delivery_phone_number', 'Phone Number', 'tel', 30)}
          {...autofilledPhone}
        />
      </div>
      <p class="account-form__send">
        <button type="submit" class="button">
          Save address
        </button>
      </p>
    </Form>
  )
}
