import type { Db } from '#db/client.ts'
import type { Order, SavedAddress, User } from '#db/schema/index.ts'
import type { SavedAddressShown } from '#views/checkout/saved-addresses.tsx'
import { findAddress, keepAddress, listAddresses } from '../accounts/addresses.ts'
import { type DeliveryFields, formatPhone } from '../delivery/rules.ts'
import { addressOf, hasAddress } from '../orders/order-address.ts'
import { orderById } from '../orders/orders.ts'
import type { Services } from '../services.ts'

export type AddressGiven = { ok: true; typed: DeliveryFields } | { ok: false; reason: 'unknown_address' }

/**
 * The address that a form means: what was typed, or, where no street, city and ZIP were typed, the saved one under
 * `address_id`. An id that is not the visitor's own is refused however the fields look.
 */
export function addressGiven(
  db: Db,
  user: User | null,
  addressId: string,
  typed: DeliveryFields,
): AddressGiven {
  if (addressId === '') return { ok: true, typed }
  const saved = findAddress(db, user, addressId)
  if (!saved) return { ok: false, reason: 'unknown_address' }
  return { ok: true, typed: isTyped(typed) ? typed : filledFrom(saved, typed) }
}

const isTyped = ({ street1, city, zip }: DeliveryFields) => [street1, city, zip].some((part) => part.trim())

const filledFrom = (saved: SavedAddress, typed: DeliveryFields): DeliveryFields => ({
  name: typed.name.trim() || saved.name,
  street1: saved.street1,
  street2: saved.street2,
  city: saved.city,
  state: saved.state,
  zip: saved.zip,
  phone: typed.phone.trim() || saved.phone,
})

/** Keeps the address that an order was just given for its shopper's next one. A guest has nowhere to keep it. */
export async function keepOrderAddress({ db, chance, clock }: Services, { id }: Order) {
  const order = orderById(db, id)
  if (order.userId === null || !hasAddress(order)) return
  await keepAddress({ db, chance, now: clock.now() }, order.userId, addressOf(order))
}

/** What a picker shows to somebody; none for a guest. */
export const savedAddressesShown = (db: Db, user: User | null): SavedAddressShown[] =>
  listAddresses(db, user).map(({ token, isDefault, name, street1, street2, city, state, zip, phone }) => ({
    token,
    isDefault,
    address: { name, street1, street2, city, state, zip, phone: formatPhone(phone) },
  }))

/** The saved address that an order has now, to be marked in the picker; null when it is another one. */
export const chosenAddress = (shown: SavedAddressShown[], delivery: DeliveryFields): string | null =>
  shown.find(({ address }) => PARTS.every((part) => address[part] === delivery[part]))?.token ?? null

const PARTS = ['name', 'street1', 'street2', 'city', 'state', 'zip'] as const
