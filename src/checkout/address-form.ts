import { FIELD_LABELS, FIELD_NAMES, type FieldName, REQUIRED_FIELDS } from '../delivery/rules.ts'

/** The fields of an address form, for every page that has one. Attributes have their HTML names. */

const PLACE_NAMES = {
  name: 'delivery_name',
  street1: 'delivery_street_address_1',
  street2: 'delivery_street_address_2',
  city: 'delivery_city',
  state: 'delivery_state',
  zip: 'delivery_postal_code',
} as const

/** The customer's wire names. Each checkout has its own name for the phone. */
export const DELIVERY_NAMES = { ...PLACE_NAMES, phone: 'delivery_phone_number' } as const
export const MOBILE_NAMES = { ...PLACE_NAMES, phone: 'mobile_phone_number' } as const

/** The server refuses longer texts. */
export const MAX_LENGTHS = { name: 100, street1: 120, street2: 120, city: 80, phone: 30 } as const

type Attributes = { autocomplete: string; maxlength?: number; inputmode?: 'numeric' }

const ATTRIBUTES: Readonly<Record<FieldName, Attributes>> = {
  name: { autocomplete: 'name', maxlength: MAX_LENGTHS.name },
  street1: { autocomplete: 'address-line1', maxlength: MAX_LENGTHS.street1 },
  street2: { autocomplete: 'address-line2', maxlength: MAX_LENGTHS.street2 },
  city: { autocomplete: 'address-level2', maxlength: MAX_LENGTHS.city },
  state: { autocomplete: 'address-level1' },
  zip: { autocomplete: 'postal-code', maxlength: 5, inputmode: 'numeric' },
  phone: { autocomplete: 'tel', maxlength: MAX_LENGTHS.phone },
}

export function addressField(field: FieldName, purpose: 'shipping' | 'billing' = 'shipping') {
  const { autocomplete, ...attributes } = ATTRIBUTES[field]
  return {
    ...attributes,
    label: FIELD_LABELS[field],
    autocomplete: `${purpose} ${autocomplete}`,
    required: REQUIRED_FIELDS.includes(field),
  }
}

/** An address under its wire names. */
export const addressValues = (
  address: Readonly<Record<FieldName, string>>,
  names: Readonly<Record<FieldName, string>>,
): Record<string, string> => Object.fromEntries(FIELD_NAMES.map((field) => [names[field], address[field]]))
