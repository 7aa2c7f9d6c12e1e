import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { durably, type Tx } from '#db/client.ts'
import { type Order, orders } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { verifyPlace } from '../delivery/verification.ts'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { enqueue } from '../jobs/queue.ts'
import { flagAddress } from '../orders/address-flags.ts'
import { placeOf } from '../orders/order-address.ts'
import { orderById } from '../orders/orders.ts'
import { isPlaced } from '../orders/states.ts'
import { isSamePlace, type Place, type Verification } from '../postal/place.ts'
import { postalStyle } from '../postal/street-style.ts'

export function verifyLater(tx: Tx, orderId: number, now: Instant) {
  const { version } = orderById(tx, orderId)
  enqueue(tx, reverifyAddress, { orderId }, { key: `verify_address:${orderId}:${version}`, now })
}

/**
 * Marks the address confirmed or unconfirmed. Skips an address that changed in the meantime, which has its own job.
 * @throws while the verifier is down, so that the queue retries
 */
export const reverifyAddress = job(
  'verify_address',
  z.object({ orderId: z.number() }),
  LANES.addressCheck,
  async (services, { orderId }) => {
    const before = orderById(services.db, orderId)
    if (before.addressStatus !== 'unverified') return
    const place = placeOf(before)
    const verification = await verifyPlace(services, place)
    if (verification.status === 'unverified') throw new Error('the address verifier did not answer')

    const now = services.clock.now()
    await durably(services.db, (tx) => {
      const order = orderById(tx, orderId)
      if (order.addressStatus !== 'unverified' || !isSamePlace(placeOf(order), place)) return
      if (confirmsPlace(verification, place)) markConfirmed(tx, order, now)
      else markUnconfirmed(tx, order, now)
    })
  },
)

const markConfirmed = (tx: Tx, order: Order, now: Instant) =>
  mark(tx, order, { addressStatus: 'confirmed', addressVerifiedAt: now }, now)

/** The shopper has left the page, so staff get a flag once the order is placed. */
const markUnconfirmed = (tx: Tx, order: Order, now: Instant) =>
  mark(tx, order, { addressStatus: 'unconfirmed' }, now)

type Judgment = Pick<Order, 'addressStatus'> & Partial<Pick<Order, 'addressVerifiedAt'>>

function mark(tx: Tx, order: Order, judgment: Judgment, now: Instant) {
  tx.update(orders)
    .set(judgment)
    .where(and(eq(orders.id, order.id), eq(orders.addressStatus, 'unverified')))
    .run()
  if (isPlaced(order.state)) flagAddress(tx, { ...order, ...judgment }, now)
}

/** Accepts a suggestion only if it spells the same place differently: the shopper never saw it. */
function confirmsPlace(verification: Verification, place: Place): boolean {
  if (verification.status !== 'confirmed') return false
  const { suggestion } = verification
  return !suggestion || isSamePlace(inPostalStyle(suggestion), inPostalStyle(place))
}

/** For comparison: unit and street on one line, without the city. */
const inPostalStyle = ({ street1, street2, state, zip }: Place) => ({
  street1: postalStyle(`${street1} ${street2}`.trim()).toLowerCase(),
  street2: '',
  city: '', // one place can have several city names
  state,
  zip,
})
