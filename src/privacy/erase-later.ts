import { type DurableTx, durably } from '#db/client.ts'
import type { Instant } from '../day.ts'
import { enqueue } from '../jobs/queue.ts'
import { eraseOrder, type LaterErasure } from '../orders/erase.ts'
import type { Services } from '../services.ts'

/** Has the person taken off an order on the day when nobody needs to know any more. */
export const eraseLater = (tx: DurableTx, { orderId, token, at }: LaterErasure, now: Instant) =>
  enqueue(tx, {
    kind: 'erase_order',
    key: `erase_order:${token}:${at}`,
    payload: { orderId },
    now,
    runAt: at,
  })

/** A job. A box that comes later than was known when its owner left is looked at again by then. */
export const eraseDueOrder = ({ db, clock }: Services, orderId: number) =>
  durably(db, (tx) => {
    const now = clock.now()
    for (const later of eraseOrder(tx, orderId, now)) eraseLater(tx, later, now)
  })
