import { deliveryFieldsOf, PlaceAndPerson } from '../checkout/address-fields.ts'
import type { FieldName } from '../delivery/rules.ts'

/** The checkout's field names. */
const NAMES = {
  name: 'delivery_name',
  street1: 'delivery_street_address_1',
  street2: 'delivery_street_address_2',
  city: 'delivery_city',
  state: 'delivery_state',
  zip: 'delivery_postal_code',
  phone: 'delivery_phone_number',
} as const satisfies Record<FieldName, string>

export const ADDRESS_FIELDS: string[] = Object.values(NAMES)

export const fieldNamed = (field: FieldName | undefined): string => NAMES[field ?? 'name']

export const AddressFields = PlaceAndPerson.transform(deliveryFieldsOf)
