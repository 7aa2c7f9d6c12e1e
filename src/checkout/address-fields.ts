import { z } from 'zod'
import { type DeliveryFields, FIELD_NAMES, type FieldName } from '../delivery/rules.ts'
import { digits, line } from '../web/fields.ts'
import type { Accepted } from './address.ts'
import { DELIVERY_NAMES, MAX_LENGTHS, MOBILE_NAMES } from './address-form.ts'

const PLACE = {
  delivery_name: line(MAX_LENGTHS.name),
  delivery_street_address_1: line(MAX_LENGTHS.street1),
  delivery_street_address_2: line(MAX_LENGTHS.street2),
  delivery_city: line(MAX_LENGTHS.city),
  delivery_state: line(30),
  delivery_postal_code: line(10),
}

const phone = digits(MAX_LENGTHS.phone)

export const PlaceAndPerson = z.object({ ...PLACE, delivery_phone_number: phone })

export const PlaceAndMobile = z.object({ ...PLACE, mobile_phone_number: phone })

export const deliveryFieldsOf = (wire: z.infer<typeof PlaceAndPerson>) => fieldsOf(wire, DELIVERY_NAMES)

export const mobileFieldsOf = (wire: z.infer<typeof PlaceAndMobile>) => fieldsOf(wire, MOBILE_NAMES)

const fieldsOf = <Name extends string>(
  wire: Readonly<Record<Name, string>>,
  names: Readonly<Record<FieldName, Name>>,
) => Object.fromEntries(FIELD_NAMES.map((field) => [field, wire[names[field]]])) as DeliveryFields

export const PLACE_LABELS = {
  delivery_street_address_1: 'the street address',
  delivery_street_address_2: 'the second line of the street address',
  delivery_city: 'the city',
  delivery_state: 'the state',
  delivery_postal_code: 'the ZIP code',
}

export const AcceptedFields = z.object({
  address_confirmation_bypass: line(20),
  postal_code_delay_bypass: line(20),
  fc_change_acknowledged: line(64),
})

export function acceptedOf(wire: z.infer<typeof AcceptedFields>): Accepted {
  const confirmation = wire.address_confirmation_bypass
  return {
    addressConfirmation: confirmation === 'accept' || confirmation === 'use-original' ? confirmation : null,
    postalCodeDelay: wire.postal_code_delay_bypass === 'accept',
    centerChange: wire.fc_change_acknowledged || null,
  }
}
