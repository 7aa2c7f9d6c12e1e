import type { Order } from '#db/schema/index.ts'
import type { Address } from '../delivery/address.ts'
import { formatPhone } from '../delivery/rules.ts'
import type { Place } from '../postal/place.ts'

export const ADDRESS_COLUMNS = [
  'deliveryName',
  'deliveryStreet1',
  'deliveryStreet2',
  'deliveryCity',
  'deliveryState',
  'deliveryPostalCode',
  'deliveryPhone',
] as const satisfies (keyof Order)[]

type AddressColumns = Pick<Order, (typeof ADDRESS_COLUMNS)[number]>

/** Unknown parts are ''. */
export const addressOf = (order: AddressColumns): Address => ({
  name: order.deliveryName ?? '',
  ...placeOf(order),
  phone: order.deliveryPhone ?? '',
})

export const shownAddressOf = (order: AddressColumns): Address => {
  const address = addressOf(order)
  return { ...address, phone: formatPhone(address.phone) }
}

export const placeOf = (order: AddressColumns): Place => ({
  street1: order.deliveryStreet1 ?? '',
  street2: order.deliveryStreet2 ?? '',
  city: order.deliveryCity ?? '',
  state: order.deliveryState ?? '',
  zip: order.deliveryPostalCode ?? '',
})

export const addressColumns = ({ name, phone, ...place }: Address) => ({
  deliveryName: name,
  ...placeColumns(place),
  deliveryPhone: phone,
})

export const placeColumns = ({ street1, street2, city, state, zip }: Place) => ({
  deliveryStreet1: street1,
  deliveryStreet2: street2 || null,
  deliveryCity: city,
  deliveryState: state,
  deliveryPostalCode: zip,
})

/** 'Portland, OR' */
export const placeWords = ({
  deliveryCity,
  deliveryState,
}: Pick<Order, 'deliveryCity' | 'deliveryState'>): string =>
  [deliveryCity, deliveryState].filter(Boolean).join(', ')

export const hasAddress = (order: AddressColumns) =>
  Boolean(
    order.deliveryName &&
      order.deliveryStreet1 &&
      order.deliveryCity &&
      order.deliveryState &&
      order.deliveryPostalCode &&
      order.deliveryPhone,
  )
