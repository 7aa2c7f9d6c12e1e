import { z } from 'zod'
import type { QueuedJob } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'

const Payload = z.object({ textId: z.number() })

/** Apart from what it does (send-job.ts), which enqueues again. */
export const SEND_TEXT: QueuedJob<z.infer<typeof Payload>> = {
  kind: 'send_text',
  lane: LANES.text,
  schema: Payload,
}
