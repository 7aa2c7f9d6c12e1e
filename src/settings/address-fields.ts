import { z } from 'zod'
import type { FieldName } from '../delivery/rules.ts'
import { line } from '../http/fields.ts'

/** What the form of a saved address calls its fields: the checkout's own names. */
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

export const AddressFields = z
  .object({
    delivery_name: line(100),
    delivery_street_address_1: line(120),
    delivery_street_address_2: line(120),
    delivery_city: line(80),
    delivery_state: line(30),
    delivery_postal_code: line(10),
    delivery_phone_number: line(30),
  })
  .transform((wire) => ({
    name: wire.delivery_name,
    street1: wire.delivery_street_address_1,
    street2: wire.delivery_street_address_2,
    city: wire.delivery_city,
    state: wire.delivery_state,
    zip: wire.delivery_postal_code,
    phone: wire.delivery_phone_number,
  }))

/** As sentences call them. */
export const ADDRESS_LABELS = {
  delivery_name: 'the full name',
  delivery_street_address_1: 'the street address',
  delivery_street_address_2: 'the second line of the street address',
  delivery_city: 'the city',
  delivery_state: 'the state',
  delivery_postal_code: 'the zip code',
  delivery_phone_number: 'the phone number',
}
