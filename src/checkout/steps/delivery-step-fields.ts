import { z } from 'zod'
import { asDay } from '../../day.ts'
import type { Gift } from '../../orders/gifting.ts'
import type { Body } from '../../web/env.ts'
import { line, lines, ticked } from '../../web/fields.ts'
import type { ArrivalRequest } from '../address.ts'
import {
  AcceptedFields,
  acceptedOf,
  deliveryFieldsOf,
  PLACE_LABELS,
  PlaceAndPerson,
} from '../address-fields.ts'

/** A box with its '0' before it, as forms say that it is not ticked; not said at all it is null. */
const said = z
  .unknown()
  .optional()
  .transform((value) => {
    const last: unknown = Array.isArray(value) ? value.at(-1) : value
    return last === undefined || last === null ? null : ticked.parse(last)
  })

const GiftFields = z
  .object({ recipient_name: line(100), recipient_email: line(254), message: lines(500) })
  .nullish()
  .transform((wire) => ({
    recipientName: wire?.recipient_name ?? '',
    recipientEmail: wire?.recipient_email ?? '',
    message: wire?.message ?? '',
  }))

/** The delivery page's form: wire names stay the customer's, and are renamed here. */
export const DeliveryStepFields = z
  .object({
    email: line(254),
    ...PlaceAndPerson.shape,
    address_id: line(40),
    gift_order: said,
    gift_info: GiftFields,
    arrival_date: line(10),
    expedited: said,
    ...AcceptedFields.shape,
  })
  .transform((wire) => ({
    email: wire.email,
    addressId: wire.address_id,
    typed: deliveryFieldsOf(wire),
    accepted: acceptedOf(wire),
    // Not said at all, an order stays the gift that it is.
    gift: wire.gift_order === null ? ('as_it_is' as const) : wire.gift_order ? wire.gift_info : null,
    // The page asks for the faster way by name; elsewhere choosing a day that needs it is asking for it.
    arrival: { date: asDay(wire.arrival_date), expedited: wire.expedited ?? true } satisfies ArrivalRequest,
  }))

export type DeliveryStep = z.output<typeof DeliveryStepFields> & { gift: Gift | null | 'as_it_is' }

const RETOLD = [
  ...Object.keys(DeliveryStepFields.in.shape).filter((name) => name !== 'gift_info'),
  'purpose',
  'return_to',
]

/** Everything that a form of the page said, as another form says it again. Boxes are said by their last word. */
export function retold(body: Body): Record<string, string> {
  const said = RETOLD.flatMap((name) => wordOf(name, body[name]))
  const gift = Object.entries(body.gift_info ?? {})
  return Object.fromEntries([...said, ...gift.flatMap(([name, word]) => wordOf(`gift_info[${name}]`, word))])
}

function wordOf(name: string, told: unknown): [string, string][] {
  const last: unknown = Array.isArray(told) ? told.at(-1) : told
  return typeof last === 'string' && last !== '' ? [[name, last]] : []
}

/** What the form calls them. */
export const DELIVERY_STEP_LABELS = {
  email: 'your email address',
  ...PLACE_LABELS,
  delivery_name: 'the full name',
  delivery_phone_number: 'the phone number',
  gift_info: 'what you wrote for the recipient',
}
