import { z } from 'zod'
import type { DeliveryFields } from '../delivery/rules.ts'
import { digits, line } from '../web/fields.ts'
import type { Accepted } from './address.ts'

/** The customer's wire names; `fieldsOf` maps them to ours. Each checkout has its own name for the phone. */
const PLACE = {
  delivery_name: line(100),
  delivery_street_address_1: line(120),
  delivery_street_address_2: line(120),
  delivery_city: line(80),
  delivery_state: line(30),
  delivery_postal_code: line(10),
}

export const PlaceAndPerson = z.object({ ...PLACE, delivery_phone_number: digits(30) })

export const PlaceAndMobile = z.object({ ...PLACE, mobile_phone_number: digits(30) })

export const deliveryFieldsOf = ({
  delivery_phone_number: phone,
  ...place
}: z.infer<typeof PlaceAndPerson>) => fieldsOf(place, phone)

export const mobileFieldsOf = ({ mobile_phone_number: phone, ...place }: z.infer<typeof PlaceAndMobile>) =>
  fieldsOf(place, phone)

const fieldsOf = (place: Record<keyof typeof PLACE, string>, phone: string): DeliveryFields => ({
  name: place.delivery_name,
  street1: place.delivery_street_address_1,
  street2: place.delivery_street_address_2,
  city: place.delivery_city,
  state: place.delivery_state,
  zip: place.delivery_postal_code,
  phone,
})

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
