import type { FieldName } from '../delivery/rules.ts'

/** Attributes for the `address-autofill` controller. It writes only into fields and into an empty list. */

/** For the form, or another element around the fields of one address. */
export const autofillForm = (url: string) => ({
  'data-controller': 'address-autofill',
  'data-address-autofill-url-value': url,
  'data-action': 'turbo:before-cache@document->address-autofill#close',
})

export const autofill = (field: FieldName) => ({
  'data-address-autofill-target': field === 'street1' ? 'street' : field,
  'data-action': ACTIONS[field] ?? 'input->address-autofill#edited',
})

const ACTIONS: Partial<Record<FieldName, string>> = {
  street1: [
    'focus->address-autofill#prepare',
    'input->address-autofill#ask',
    'blur->address-autofill#close',
    'keydown.esc->address-autofill#dismiss',
    'keydown.down->address-autofill#reopen',
  ].join(' '),
  zip: 'input->address-autofill#fillFromZip',
}

/** For an empty `ul` right after the street field. */
export const suggestionList = {
  hidden: true,
  'data-address-autofill-target': 'list',
  'data-action': 'mousedown->address-autofill#keepFocus combobox-commit->address-autofill#choose',
} as const

export const suggestionSource = { 'data-address-autofill-target': 'source' } as const

export const suggestionStatus = { role: 'status', 'data-address-autofill-target': 'status' } as const
