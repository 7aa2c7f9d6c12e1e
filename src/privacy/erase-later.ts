import { z } from 'zod'
import { type DurableTx, durably } from '#db/client.ts'
import type { Instant } from '../day.ts'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { enqueue } from '../jobs/queue.ts'
import { eraseKeptOrder, type ScheduledErasure } from '../orders/erase.ts'

/** Orders keep personal data until it is no longer needed for complaints and refunds. */
export const eraseLater = (tx: DurableTx, { orderId, token, at }: ScheduledErasure, now: Instant) =>
  enqueue(tx, eraseDueOrder, { orderId }, { key: `erase_order:${token}:${at}`, now, runAt: at })

/** If the delivery has moved since, schedules it again. */
export const eraseDueOrder = job(
  'erase_order',
  z.object({ orderId: z.number() }),
  LANES.local,
  ({ db, clock }, { orderId }) =>
    durably(db, (tx) => {
      const now = clock.now()
      for (const later of eraseKeptOrder(tx, orderId, now)) eraseLater(tx, later, now)
    }),
)
