import { z } from 'zod'
import type { DurableTx } from '#db/client.ts'
import type { Refund } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import type { QueuedJob } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { enqueue } from '../jobs/queue.ts'

const Payload = z.object({ refundId: z.number() })

/** Its work is in refunds.ts: in one file, they would import held-money.ts in a circle, which enqueues refunds too. */
export const SEND_REFUND: QueuedJob<z.infer<typeof Payload>> & { schema: typeof Payload } = {
  kind: 'send_refund',
  lane: LANES.payment,
  schema: Payload,
}

/** @param again for one that waited for its payment's hold to end */
export function enqueueRefund(tx: DurableTx, { id: refundId }: Refund, now: Instant, again = '') {
  enqueue(tx, SEND_REFUND, { refundId }, { key: `send_refund:${refundId}${again}`, now })
}
