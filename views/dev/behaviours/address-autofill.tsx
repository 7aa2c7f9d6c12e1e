import { autofill, autofillForm } from '#src/checkout/address-autofill.ts'
import type { SavedAddressOption } from '#src/checkout/saved-address-options.ts'
import { paths } from '#src/paths.ts'
import { SavedAddresses } from '../../checkout/saved-addresses.tsx'
import { AddressSuggestions, autofilledPhone } from '../../shared/address-fields.tsx'
import { Field } from '../../shared/field.tsx'
import { PhoneField } from '../../shared/phone-field.tsx'
import { StateField } from '../../shared/state-field.tsx'

const SAVED: SavedAddressOption[] = [
  {
    token: 'home',
    isDefault: true,
    address: {
      name: 'Ana Whitcomb',
      street1: '1912 Pike Pl',
      street2: '',
      city: 'Seattle',
      state: 'WA',
      zip: '98101',
      phone: '(206) 555-0142',
    },
  },
  {
    token: 'parents',
    isDefault: false,
    address: {
      name: 'Ruth Whitcomb',
      street1: '48 Foundry St',
      street2: 'Apt 2',
      city: 'Brooklyn',
      state: 'NY',
      zip: '11215',
      phone: '(718) 555-0117',
    },
  },
]

export const AddressAutofillExamples = () => (
  <form
    class="address-fields"
    method="get"
    action="/behaviours/address-autofill"
    {...autofillForm(paths.addressSuggestions())}
  >
    <SavedAddresses id="example_saved" addresses={SAVED} chosen={null} />
    <Field id="example_name" name="name" label="Full Name" {...autofill('name')} />
    <div>
      <Field
        id="example_street"
        name="street"
        label="Street Address 1"
        hint="Try “12 Elm St, Portl”, or a street and its ZIP code."
        autocomplete="off"
        {...autofill('street1')}
      />
      <AddressSuggestions id="example_suggestions" />
    </div>
    <Field id="example_street2" name="street2" label="Street Address 2" {...autofill('street2')} />
    <div class="address-fields__place">
      <Field id="example_city" name="city" label="City" {...autofill('city')} />
      <StateField id="example_state" name="state" value="" {...autofill('state')} />
      <Field
        id="example_zip"
        name="zip"
        label="Zip Code"
        inputmode="numeric"
        maxlength={5}
        {...autofill('zip')}
      />
    </div>
    <PhoneField id="example_phone" {...autofilledPhone} />
  </form>
)
