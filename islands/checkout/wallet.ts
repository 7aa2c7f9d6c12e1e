import type {
  ExpressCheckoutPartialAddress,
  LineItem,
  ShippingAddress,
  ShippingRate,
} from '@stripe/stripe-js'
import { type DeliveryFields, formatPhone, MAIL_RATE_ID } from '#src/delivery/rules.ts'
import { type CallResult, isRecord } from '../shared/api.ts'
import { readOrderStatus, text } from './responses.ts'

export type Priced = { totalCents: number; lineItems: LineItem[]; shippingRates: ShippingRate[] }

/** Wallets need a rate before they reveal the address that prices it. */
export const UNPRICED: ShippingRate = {
  id: 'unpriced',
  displayName: 'Delivery, priced for your address',
  amount: 0,
}

export const hasDay = ({ id }: ShippingRate) => id !== UNPRICED.id && id !== MAIL_RATE_ID

export function readPriced({ ok, isReadable, body }: CallResult): Priced | null {
  const totalCents = readOrderStatus({ ok, isReadable, body })?.totalCents ?? body.total_cents
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

/** The full address, which a wallet reveals only with the payment. */
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
