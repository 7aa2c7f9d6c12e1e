import type { Tx } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { closeOrderFlags, flagForStaff } from '../flags/flags.ts'
import { isCanceled } from './states.ts'

const KINDS = { unverified: 'address_unverified', unconfirmed: 'address_unconfirmed' } as const

/** Of a placed order: call it when the address or what we know of it changes. */
export function flagAddress(tx: Tx, order: Order, now: Instant) {
  closeOrderFlags(tx, order.id, Object.values(KINDS), 'The address was checked or changed.', now)
  flagUnconfirmed(tx, order, now)
}

/** Of an order that is placed just now. */
export function flagUnconfirmed(
  tx: Tx,
  { id, identifier, version, state, addressStatus }: Order,
  now: Instant,
) {
  if (isCanceled(state)) return
  if (addressStatus !== 'unverified' && addressStatus !== 'unconfirmed') return
  flagForStaff(tx, {
    kind: KINDS[addressStatus],
    key: `address:${id}:${version}:${addressStatus}`,
    orderId: id,
    detail: `The address of order ${identifier} is not confirmed.`,
    now,
  })
}
