import type { Order } from '#db/schema/index.ts'
import { type FieldName, missingProblem, STATE_SENTENCE } from '../../delivery/rules.ts'
import { placeOf } from '../../orders/order-address.ts'
import type { CardToCharge } from '../../payments/confirm.ts'
import { billingZipProblem } from '../../payments/rules.ts'
import type { Place } from '../../postal/place.ts'
import { stateCode } from '../../postal/states.ts'

/** `fields` count only when the bill doesn't go to the shipping address. */
export type TypedBilling = { sameAsShipping: boolean; fields: Place }

export type BillingProblem = { message: string; fields: FieldName[] }

export type BillingCheck =
  | { ok: true; billing: CardToCharge['billing'] }
  | { ok: false; problem: BillingProblem }

export function checkBilling(order: Order, { sameAsShipping, fields }: TypedBilling): BillingCheck {
  if (sameAsShipping) return { ok: true, billing: billingOf(order, placeOf(order)) }
  const { street1, city, state } = fields
  const missing = missingProblem({ street1, city, state, name: '-', zip: '-', phone: '-' })
  const zipProblem = billingZipProblem(fields.zip)
  if (zipProblem && missing && !fields.zip.trim())
    return refuse(`${zipProblem} ${missing.message}`, ['zip', ...missing.fields])
  if (zipProblem) return refuse(zipProblem, ['zip'])
  if (missing) return refuse(missing.message, missing.fields)
  const code = stateCode(state)
  if (!code) return refuse(STATE_SENTENCE, ['state'])
  return { ok: true, billing: billingOf(order, { ...fields, state: code }) }
}

const refuse = (message: string, fields: FieldName[]): BillingCheck => ({
  ok: false,
  problem: { message, fields },
})

/** The name and the phone of a gift are its recipient's. */
const billingOf = (order: Order, { street1, street2, city, state, zip }: Place) => ({
  ...(!order.giftOrder && { name: order.deliveryName ?? '', phone: order.deliveryPhone ?? '' }),
  email: order.email ?? '',
  address: {
    line1: street1,
    ...(street2 ? { line2: street2 } : {}),
    city,
    state,
    postal_code: zip,
    country: 'US',
  },
})
