/**
 * The same attributes as in views/shared/address-autofill.tsx. The controller writes only into fields and into a list
 * that React leaves empty.
 */
export const autofillOf = (url: string) => ({
  'data-controller': 'address-autofill',
  'data-address-autofill-url-value': url,
  'data-action': 'turbo:before-cache@document->address-autofill#close',
})

export const autofillStreet = {
  'data-address-autofill-target': 'street',
  'data-action': [
    'focus->address-autofill#prepare',
    'input->address-autofill#ask',
    'blur->address-autofill#close',
    'keydown.esc->address-autofill#dismiss',
    'keydown.down->address-autofill#reopen',
  ].join(' '),
}

export const autofillZip = {
  'data-address-autofill-target': 'zip',
  'data-action': 'input->address-autofill#fillFromZip',
}

export const autofilled = (part: 'name' | 'street2' | 'city' | 'state' | 'phone') => ({
  'data-address-autofill-target': part,
  'data-action': 'input->address-autofill#edited',
})
