import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { durably, type Tx } from '#db/client.ts'
import { type Order, orders } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { verifyPlace } from '../delivery/verification.ts'
import { flagForStaff } from '../flags/flags.ts'
import { job } from '../jobs/job.ts'
import { enqueue } from '../jobs/queue.ts'
import { placeOf } from '../orders/order-address.ts'
import { orderById } from '../orders/orders.ts'
import { isPlaced } from '../orders/states.ts'
import type { Place, Verification } from '../postal/place.ts'
import { postalStyle } from '../postal/street-style.ts'

/** Has the address that an order was just given verified as soon as somebody answers. */
export function verifyLater(tx: Tx, orderId: number, now: Instant) {
  const { version } = orderById(tx, orderId)
  enqueue(tx, reverifyAddress, { orderId }, { key: `verify_address:${orderId}:${version}`, now })
}

/**
 * The job behind it: confirms the address, or marks it for those who pack the box. An address that was changed
 * meanwhile has been asked about anew. @throws while nobody answers, so that it is tried again
 */
export const reverifyAddress = job(
  'verify_address',
  z.object({ orderId: z.number() }),
  // A verifier that is down for a night is asked again the next day; after that a person must look.
  { attempts: 40 },
  async (services, { orderId }) => {
    const asked = orderById(services.db, orderId)
    if (asked.addressStatus !== 'unverified') return
    const place = placeOf(asked)
    const verification = await verifyPlace(services, place)
    if (verification.status === 'unverified') throw new Error('the address verifier did not answer')

    const now = services.clock.now()
    await durably(services.db, (tx) => {
      const order = orderById(tx, orderId)
      if (order.addressStatus !== 'unverified' || !isSame(placeOf(order), place)) return
      if (isThisHouse(verification, place)) confirm(tx, order, now)
      else doubt(tx, order, now)
    })
  },
)

function confirm(tx: Tx, { id }: Order, now: Instant) {
  tx.update(orders)
    .set({ addressStatus: 'confirmed', addressVerifiedAt: now })
    .where(and(eq(orders.id, id), eq(orders.addressStatus, 'unverified')))
    .run()
}

/** Nobody can be asked in the page any more; of a box that is paid for the staff are told. */
function doubt(tx: Tx, { id, state, identifier }: Order, now: Instant) {
  tx.update(orders)
    .set({ addressStatus: 'unconfirmed' })
    .where(and(eq(orders.id, id), eq(orders.addressStatus, 'unverified')))
    .run()
  if (!isPlaced(state)) return
  const detail = `The address of ${identifier} could not be confirmed after it was taken.`
  flagForStaff(tx, `address_unconfirmed:${id}`, id, 'address_unconfirmed', detail, now)
}

/** Confirmed, and only written otherwise: a suggestion of another place was never shown to the shopper. */
function isThisHouse(verification: Verification, place: Place): boolean {
  if (verification.status !== 'confirmed') return false
  const { suggestion } = verification
  return !suggestion || isSame(inOneStyle(suggestion), inOneStyle(place))
}

/** The same place in the same words, wherever its unit is written. */
const inOneStyle = ({ street1, street2, state, zip }: Place) => ({
  street1: postalStyle(`${street1} ${street2}`.trim()).toLowerCase(),
  street2: '',
  city: '', // neighbours share ZIP codes, and a city has several names
  state,
  zip,
})

const isSame = (a: Place, b: Place): boolean =>
  (Object.keys(a) as (keyof Place)[]).every((field) => a[field] === b[field])
