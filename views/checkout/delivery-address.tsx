import type { FieldName } from '#src/delivery/rules.ts'
import {
  AddressSuggestions,
  autofilled,
  autofilledPhone,
  autofillForm,
  autofillStreet,
  autofillZip,
} from '../shared/address-autofill.tsx'
import { Field } from '../shared/field.tsx'
import { PhoneField } from '../shared/phone-field.tsx'
import { StateField } from '../shared/state-field.tsx'
import type { DeliveryStepProps } from './delivery-step-page.tsx'
import { SavedAddresses } from './saved-addresses.tsx'

export function DeliveryAddress({ delivery, saved, problems }: DeliveryStepProps) {
  const { message = '', fields = [] } = problems.address ?? {}
  const at = (name: FieldName) => ({
    value: delivery[name],
    error: fields.length === 1 && fields[0] === name ? message : undefined,
    ...(fields.length > 1 && fields.includes(name) && { 'aria-invalid': 'true' }),
  })
  return (
    <div class="address-fields" {...autofillForm}>
      <SavedAddresses id="delivery_saved" {...saved} />
      <Field {...FULL_NAME} {...at('name')} {...autofilled('name')} required />
      <div>
        <Field {...STREET_1} {...at('street1')} {...autofillStreet} required />
        <AddressSuggestions id="delivery_suggestions" />
      </div>
      <Field {...STREET_2} {...at('street2')} {...autofilled('street2')} />
      <div class="address-fields__place">
        <Field {...CITY} {...at('city')} {...autofilled('city')} required />
        <StateField {...STATE} {...at('state')} {...autofilled('state')} />
        <Field {...ZIP} {...at('zip')} required />
      </div>
      <PhoneField
        id="delivery_phone_number"
        name="delivery_phone_number"
        autocomplete="shipping tel"
        {...at('phone')}
        {...autofilledPhone}
        required
      />
    </div>
  )
}

const field = (name: string, label: string, autocomplete: string, maxlength: number) => ({
  id: name,
  name,
  label,
  autocomplete: `shipping ${autocomplete}`,
  maxlength,
})

const FULL_NAME = field('delivery_name', 'Full Name', 'name', 100)
const STREET_1 = field('delivery_street_address_1', 'Street Address 1', 'address-line1', 120)
const STREET_2 = field('delivery_street_address_2', 'Street Address 2 (optional)', 'address-line2', 120)
const CITY = field('delivery_city', 'City', 'address-level2', 80)
const STATE = { id: 'delivery_state', name: 'delivery_state', autocomplete: 'shipping address-level1' }
const ZIP = {
  ...field('delivery_postal_code', 'Zip Code', 'postal-code', 5),
  ...autofillZip,
  inputmode: 'numeric',
  'data-action': `${autofillZip['data-action']} input->expedited-shipping#zipChanged`,
  'data-expedited-shipping-target': 'zip',
}
