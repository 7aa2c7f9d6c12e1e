import type { DurableTx } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { advanceOrder } from './advance-order.ts'
import { isPaidBack } from './returned-money.ts'
import { isGone } from './shipment-status.ts'
import { NEXT_STATES } from './states.ts'

/** A box that was refunded in full on its way is refunded once it comes, like one that is refunded afterwards. */
export function deliverOrder(tx: DurableTx, order: Order, now: Instant) {
  const delivered = advanceOrder(tx, order, { state: 'delivered', updatedAt: now })
  if (isPaidBack(tx, delivered)) advanceOrder(tx, delivered, { state: 'refunded', updatedAt: now })
}

/** A refunded box on its way ends when it comes, or once it is clear that it never will. */
export function endRefunded(tx: DurableTx, order: Order, now: Instant) {
  const isOnItsWay = order.state === 'shipped' && !isGone(tx, order.id)
  if (!isOnItsWay && NEXT_STATES[order.state].includes('refunded'))
    advanceOrder(tx, order, { state: 'refunded', updatedAt: now })
}

/** A box that was paid back first, and that the carrier now sends back or gives up. */
export function endGone(tx: DurableTx, order: Order, now: Instant) {
  if (order.state === 'shipped' && isPaidBack(tx, order)) endRefunded(tx, order, now)
}
