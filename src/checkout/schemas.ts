import { z } from 'zod'
import { line, ticked } from '../http/fields.ts'

/** Wire names stay the customer's here, and are renamed once, here. */
export const EmailFields = z.object({ email: line(254) })

export const AddressFields = z
  .object({
    delivery_name: line(100),
    delivery_street_address_1: line(120),
    delivery_street_address_2: line(120),
    delivery_city: line(80),
    delivery_state: line(30),
    delivery_postal_code: line(10),
    mobile_phone_number: line(30),
    address_confirmation_bypass: line(20),
    postal_code_delay_bypass: line(20),
    fc_change_acknowledged: line(64),
  })
  .transform((wire) => ({
    typed: {
      name: wire.delivery_name,
      street1: wire.delivery_street_address_1,
      street2: wire.delivery_street_address_2,
      city: wire.delivery_city,
      state: wire.delivery_state,
      zip: wire.delivery_postal_code,
      phone: wire.mobile_phone_number,
    },
    accepted: {
      addressConfirmation: confirmation(wire.address_confirmation_bypass),
      postalCodeDelay: wire.postal_code_delay_bypass === 'accept',
      fcChange: wire.fc_change_acknowledged || null,
    },
  }))

/** What the form calls them. */
export const ADDRESS_LABELS = {
  delivery_name: 'your name',
  delivery_street_address_1: 'the street address',
  delivery_street_address_2: 'the second line of the street address',
  delivery_city: 'the city',
  delivery_state: 'the state',
  delivery_postal_code: 'the zip code',
  mobile_phone_number: 'your phone number',
}

export const ArrivalFields = z.object({ arrival_date: line(10) })

export const CodeFields = z.object({ text_entered: line(64) })

export const CodeMark = z.object({ mark: line(64) })

export const PaymentFields = z.object({ terms_of_service: ticked })

const confirmation = (text: string): 'accept' | 'use-original' | null =>
  text === 'accept' || text === 'use-original' ? text : null
