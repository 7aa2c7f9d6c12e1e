import type {
  ExpressCheckoutPartialAddress,
  LineItem,
  ShippingAddress,
  ShippingRate,
} from '@stripe/stripe-js'
import { type DeliveryFields, formatPhone } from '#src/delivery/rules.ts'
import { type Answer, isRecord } from './calls.ts'
import { readStanding, text } from './responses.ts'

/** What a wallet lists: ways of delivery, and how the total comes about. */
export type Priced = { totalCents: number; lineItems: LineItem[]; shippingRates: ShippingRate[] }

/** Wallets want a rate before they tell where to; the place prices it. */
export const UNPRICED: ShippingRate = {
  id: 'unpriced',
  displayName: 'Delivery, priced for your address',
  amount: 0,
}

export const isUnpriced = ({ id }: ShippingRate) => id === UNPRICED.id

/** Null when the place was refused, or the answer makes no sense. */
export function readPriced({ ok, readable, body }: Answer): Priced | null {
  const totalCents = readStanding({ ok, readable, body })?.totalCents ?? body.total_cents
  if (!ok || typeof totalCents !== 'number') return null
  return {
    totalCents,
    lineItems: readList(body.line_items, (item) => ({ name: text(item.name), amount: Number(item.amount) })),
    shippingRates: readList(body.shipping_rates, (rate) => ({
      id: text(rate.id),
      displayName: text(rate.displayName),
      amount: Number(rate.amount),
    })),
  }
}

export const wirePlace = ({ city, state, postal_code }: ExpressCheckoutPartialAddress) => ({
  delivery_city: city,
  delivery_state: state,
  delivery_postal_code: postal_code,
})

/** The whole address, which a wallet tells only with the payment, as if it had been typed. */
export const walletAddress = ({ name, address }: ShippingAddress, phone = ''): DeliveryFields => ({
  name,
  street1: address.line1,
  street2: address.line2 ?? '',
  city: address.city,
  state: address.state,
  zip: address.postal_code.replace(/^(\d{5})-\d{4}$/, '$1'),
  phone: formatPhone(phone),
})

const readList = <Item>(value: unknown, read: (item: Record<string, unknown>) => Item): Item[] =>
  Array.isArray(value) ? value.filter(isRecord).map(read) : []
