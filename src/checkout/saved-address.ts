import type { Db } from '#db/client.ts'
import type { Order, SavedAddress, User } from '#db/schema/index.ts'
import { defaultAddress, findAddress, listAddresses, saveAddress } from '../accounts/addresses.ts'
import { type DeliveryFields, formatPhone } from '../delivery/rules.ts'
import { addressOf, hasAddress, shownAddressOf } from '../orders/order-address.ts'
import { orderById } from '../orders/orders.ts'
import type { Services } from '../services.ts'
import { meantAddress, type SavedAddressOption } from './saved-address-options.ts'

export type ResolvedAddress = { ok: true; typed: DeliveryFields } | { ok: false; reason: 'unknown_address' }

/** The saved address counts if street, city and ZIP code are empty or unchanged. An id must be the visitor's own. */
export function resolveAddress(
  db: Db,
  user: User | null,
  order: Order,
  { addressId, typed }: { addressId: string; typed: DeliveryFields },
): ResolvedAddress {
  if (addressId === '') return { ok: true, typed }
  const saved = findAddress(db, user, addressId)
  if (!saved) return { ok: false, reason: 'unknown_address' }
  if (!hasPlace(typed)) return { ok: true, typed: fillFrom(saved, typed) }
  const shown = shownDelivery(order, savedAddressesFor(db, user))
  return { ok: true, typed: meantAddress(typed, shownFieldsOf(saved), shown) }
}

const hasPlace = ({ street1, city, zip }: DeliveryFields) => [street1, city, zip].some((part) => part.trim())

const fillFrom = (saved: SavedAddress, typed: DeliveryFields): DeliveryFields => ({
  name: typed.name.trim() || saved.name,
  street1: saved.street1,
  street2: saved.street2,
  city: saved.city,
  state: saved.state,
  zip: saved.zip,
  phone: typed.phone.trim() || saved.phone,
})

export async function saveOrderAddress({ db, random, clock }: Services, { id, userId }: Order) {
  if (userId === null) return
  const order = orderById(db, id)
  if (order.userId === null || !hasAddress(order)) return
  await saveAddress({ db, random, now: clock.now() }, order.userId, addressOf(order), !order.giftOrder)
}

export const savedAddressesFor = (db: Db, user: User | null): SavedAddressOption[] =>
  listAddresses(db, user).map((saved) => ({
    token: saved.token,
    isDefault: saved.isDefault,
    address: shownFieldsOf(saved),
  }))

const shownFieldsOf = ({
  name,
  street1,
  street2,
  city,
  state,
  zip,
  phone,
}: SavedAddress): DeliveryFields => ({
  ...{ name, street1, street2, city, state, zip },
  phone: formatPhone(phone),
})

export function defaultDelivery(db: Db, user: User | null): DeliveryFields | null {
  const saved = defaultAddress(db, user)
  return saved && shownFieldsOf(saved)
}

/** The order's address, else the account's default. */
export function shownDelivery(order: Order, saved: readonly SavedAddressOption[]): DeliveryFields {
  const preferred = saved.find(({ isDefault }) => isDefault)
  return preferred && order.deliveryStreet1 === null ? preferred.address : shownAddressOf(order)
}
