import { z } from 'zod'
import { MAX_EMAIL_LENGTH } from '../../accounts/rules.ts'
import { parseDay } from '../../day.ts'
import type { Body } from '../../web/env.ts'
import { line } from '../../web/fields.ts'
import type { ArrivalRequest } from '../address.ts'
import {
  AcceptedFields,
  acceptedOf,
  deliveryFieldsOf,
  PLACE_LABELS,
  PlaceAndPerson,
} from '../address-fields.ts'
import { GiftFields, giftChoiceOf, optionalTick } from '../gift-fields.ts'

export const DeliveryStepFields = z
  .object({
    email: line(MAX_EMAIL_LENGTH),
    ...PlaceAndPerson.shape,
    address_id: line(40),
    ...GiftFields.shape,
    arrival_date: line(10),
    expedited: optionalTick,
    ...AcceptedFields.shape,
  })
  .transform((wire) => ({
    email: wire.email,
    addressId: wire.address_id,
    typed: deliveryFieldsOf(wire),
    accepted: acceptedOf(wire),
    gift: giftChoiceOf(wire),
    // The page has a checkbox for expedited; other callers ask for it by choosing a day that needs it.
    arrival: {
      date: parseDay(wire.arrival_date),
      expedited: wire.expedited ?? true,
    } satisfies ArrivalRequest,
  }))

export type DeliveryStep = z.output<typeof DeliveryStepFields>

const RESENT_FIELDS = [
  ...Object.keys(DeliveryStepFields.in.shape).filter((name) => name !== 'gift_info'),
  'purpose',
  'return_to',
]

/** Every field the form sent, for hidden inputs of the next form. A checkbox counts by its last value. */
export function formValues(body: Body): Record<string, string> {
  const fields = RESENT_FIELDS.flatMap((name) => fieldEntry(name, body[name]))
  const gift = Object.entries(body.gift_info ?? {})
  return Object.fromEntries([
    ...fields,
    ...gift.flatMap(([name, value]) => fieldEntry(`gift_info[${name}]`, value)),
  ])
}

function fieldEntry(name: string, value: unknown): [string, string][] {
  const last: unknown = Array.isArray(value) ? value.at(-1) : value
  return typeof last === 'string' && last !== '' ? [[name, last]] : []
}

export const DELIVERY_STEP_LABELS = {
  email: 'your email address',
  ...PLACE_LABELS,
  delivery_name: 'the full name',
  delivery_phone_number: 'the phone number',
  gift_info: 'your gift details',
}
