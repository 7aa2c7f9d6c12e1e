import { paths } from '#src/paths.ts'

/** For the form, or another element around the fields of one address. */
export const autofillForm = {
  'data-controller': 'address-autofill',
  'data-address-autofill-url-value': paths.addressSuggestions(),
  'data-action': 'turbo:before-cache@document->address-autofill#close',
} as const

/** For the street, beside `AddressSuggestions`. */
export const autofillStreet = {
  'data-address-autofill-target': 'street',
  'data-action': [
    'focus->address-autofill#prepare',
    'input->address-autofill#ask',
    'blur->address-autofill#close',
    'keydown.esc->address-autofill#dismiss',
    'keydown.down->address-autofill#reopen',
  ].join(' '),
} as const

export const autofillZip = {
  'data-address-autofill-target': 'zip',
  'data-action': 'input->address-autofill#fillFromZip',
} as const

export const autofilled = (part: 'name' | 'street2' | 'city' | 'state') => ({
  'data-address-autofill-target': part,
  'data-action': 'input->address-autofill#edited',
})

export const autofilledPhone = {
  'data-address-autofill-target': 'phone',
  'data-action': 'input->phone-input#format input->address-autofill#edited',
} as const

/** Goes right after the street field; `id` must be unique in the page. */
export const AddressSuggestions = ({ id }: { id: string }) => (
  <div class="address-suggestions">
    <ul
      id={id}
      class="address-suggestions__list"
      hidden
      data-address-autofill-target="list"
      data-action="mousedown->address-autofill#keepFocus combobox-commit->address-autofill#choose"
    ></ul>
    <p class="address-suggestions__source" data-address-autofill-target="source"></p>
    <p class="visually-hidden" role="status" data-address-autofill-target="status"></p>
  </div>
)
