import { Hono } from 'hono'
import { z } from 'zod'
import { durably } from '#db/client.ts'
import { paths } from '../paths.ts'
import { isFirstDelivery } from '../payments/webhook-events.ts'
import { isSignedBy } from '../providers/shipping/signature.ts'
import type { Services } from '../services.ts'
import { readBytes } from '../web/body.ts'
import type { AppEnv } from '../web/env.ts'
import { forgeryRefusal } from '../web/webhook-forgery.ts'
import { applyTracker, labelOf, TrackerSnapshot } from './tracker-news.ts'

export const webhookRoutes = new Hono<AppEnv>()

const LIMIT_BYTES = 256 * 1024

const refuseForgery = forgeryRefusal()

/** The signature over the raw bytes is the proof. It has no time, so a repeat is known by the event's id alone. */
webhookRoutes.post(paths.shipmentWebhook.pattern, async (c) => {
  const { services } = c.var
  const bytes = await readBytes(c, LIMIT_BYTES)
  if (bytes === 'too_large') return c.json({ error: 'The request body is too large.' }, 413)
  const isSigned =
    bytes !== 'cut_off' &&
    isSignedBy(bytes, c.req.header('x-hmac-signature'), services.config.shipping.webhookSecret)
  if (!isSigned) return refuseForgery(c)
  const event = readEvent(bytes)
  if (!event) return c.json({ error: 'This is not an event.' }, 422)
  await handleEvent(services, event)
  return c.json({ received: true })
})

const Event = z.object({
  id: z.string().min(1).max(100),
  description: z.string().max(100),
  result: z.unknown(),
})
type Event = z.infer<typeof Event>

function readEvent(bytes: Buffer): Event | null {
  try {
    return Event.safeParse(JSON.parse(bytes.toString('utf8'))).data ?? null
  } catch {
    return null
  }
}

/** Other kinds, other shops' parcels and what we can't read are received, and change nothing. */
async function handleEvent({ db, clock, log }: Services, { id, description, result }: Event) {
  if (!description.startsWith('tracker.')) return
  const tracker = TrackerSnapshot.safeParse(result)
  if (!tracker.success) return log.warn({ event: 'tracker_unreadable' }, 'a tracker could not be read')
  await durably(db, (tx) => {
    const label = labelOf(tx, tracker.data)
    const now = clock.now()
    if (!label || !isFirstDelivery(tx, { id: `carrier:${id}`, type: description }, now)) return
    applyTracker(tx, label, tracker.data, now)
  })
}
