import type { Db, DurableTx } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { paidCents } from '../pricing/placed-price.ts'
import { advanceOrder } from './advance-order.ts'
import { returnedOf } from './returned-money.ts'

/** A box that was refunded in full on its way is refunded once it comes, like one that is refunded afterwards. */
export function deliverOrder(tx: DurableTx, order: Order, now: Instant) {
  const delivered = advanceOrder(tx, order, { state: 'delivered', updatedAt: now })
  if (isPaidBack(tx, delivered)) advanceOrder(tx, delivered, { state: 'refunded', updatedAt: now })
}

/** Not a box that cost nothing, such as one sent again. */
function isPaidBack(db: Db, order: Order): boolean {
  const { cardCents, giftCents } = returnedOf(db, order)
  const cents = paidCents(order)
  return cents > 0 && cardCents + giftCents >= cents
}
