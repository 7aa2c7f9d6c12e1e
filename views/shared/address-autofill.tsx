import { paths } from '#src/paths.ts'

/** Put on the form, or on whatever holds the fields of one address. */
export const autofillForm = {
  'data-controller': 'address-autofill',
  'data-address-autofill-url-value': paths.addressSuggestions(),
  'data-action': 'turbo:before-cache@document->address-autofill#close',
} as const

/** Put on the street, inside an element that also holds `AddressSuggestions`. */
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

/** Put on the ZIP: five digits fill the city and the state, unless somebody wrote them. */
export const autofillZip = {
  'data-address-autofill-target': 'zip',
  'data-action': 'input->address-autofill#place',
} as const

/** Put on every other field that a choice fills. Typed by hand it is no longer a saved address's. */
export const autofilled = (part: 'name' | 'street2' | 'city' | 'state') => ({
  'data-address-autofill-target': part,
  'data-action': 'input->address-autofill#edited',
})

/** The same for a field that the phone's own mask listens to as well. */
export const autofilledPhone = {
  'data-address-autofill-target': 'phone',
  'data-action': 'input->phone-input#format input->address-autofill#edited',
} as const

/** Put right after the street's field, within the same `.address-suggestions`; `id` is the page's own for this form. */
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
