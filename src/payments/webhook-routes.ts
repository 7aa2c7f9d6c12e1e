import { eq } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import type Stripe from 'stripe'
import type { Db } from '#db/client.ts'
import { webhookEvents } from '#db/schema/index.ts'
import { paths } from '../paths.ts'
import type { Services } from '../services.ts'
import { readBytes } from '../web/body.ts'
import type { AppEnv } from '../web/env.ts'
import { byNetwork, failureCounter } from '../web/rate-limit.ts'
import { applySetupUpdate } from './account-card-adding.ts'
import { setupByIntent } from './account-card-setups.ts'
import { settle } from './finalize.ts'
import { fetchKnownIntent, isProviderTrouble } from './provider.ts'

export const webhookRoutes = new Hono<AppEnv>()

/** Stripe's own are a few kilobytes. */
const LIMIT_BYTES = 256 * 1024
/** Real seconds, not the shop's: a signature's age is no matter of the demo clock. */
const TOLERANCE_SECONDS = 300

const INTENT_EVENTS = /^(payment_intent|setup_intent)\./

const badSignatures = failureCounter({ points: 60, seconds: 60, by: byNetwork })

/**
 * Outside of session and authenticity token: here the signature over the raw bytes is the proof. An event is only a
 * hint, the intent is asked for; it is answered 200 when its effect is committed, 5xx so that it is sent again.
 */
webhookRoutes.post(paths.webhook.pattern, async (c) => {
  const { services } = c.var
  const bytes = await readBytes(c.req.raw, LIMIT_BYTES)
  if (bytes === 'too_large') return c.json({ error: 'That is more than we can take.' }, 413)
  const event = bytes === 'cut_off' ? null : await verified(services, bytes, c.req.header('stripe-signature'))
  if (!event) return refuseForgery(c)
  try {
    if (!wasSettled(services.db, event.id)) await takeHint(services, event)
    return c.json({ received: true })
  } catch (error) {
    if (!isProviderTrouble(error)) throw error
    c.var.log.warn({ err: error }, 'the payment provider did not answer')
    return c.json({ error: 'Please send it again.' }, 503, { 'Retry-After': '5' })
  }
})

/** The event, if it is the provider's, fresh, and of the mode we run in. */
async function verified({ stripe, config }: Services, bytes: Buffer, signature: string | undefined) {
  if (!signature) return null
  const { webhookSecret, secretKey } = config.payments
  try {
    const event = await stripe.webhooks.constructEventAsync(
      bytes,
      signature,
      webhookSecret,
      TOLERANCE_SECONDS,
    )
    return event.livemode === secretKey.startsWith('sk_live') ? event : null
  } catch {
    return null
  }
}

/** Good ones are never limited, so who shares an address with a forger is heard all the same. */
async function refuseForgery(c: Context<AppEnv>) {
  c.var.log.warn({ event: 'webhook_signature_refused' }, 'a webhook was not signed by the provider')
  const wait = await badSignatures.secondsToWait(c)
  if (wait > 0) return c.json({ error: 'Too many bad signatures.' }, 429, { 'Retry-After': String(wait) })
  await badSignatures.count(c)
  return c.json({ error: 'The signature does not match.' }, 400)
}

async function takeHint(services: Services, event: Stripe.Event) {
  const id = intentIdIn(event)
  if (id === null) return
  const setup = setupByIntent(services.db, id)
  if (setup) return void (await applySetupUpdate(services, setup))
  const news = await fetchKnownIntent(services.stripe, id)
  if (news) await settle(services, news, { id: event.id, type: event.type })
}

/** Signed does not mean shaped as we expect: an event about anything but an intent is no news. */
function intentIdIn(event: Stripe.Event): string | null {
  const intent = (event.data as { object?: { id?: unknown } } | undefined)?.object
  const isIntent = typeof intent?.id === 'string' && /^(pi|seti)_\w+$/.test(intent.id)
  return INTENT_EVENTS.test(event.type) && isIntent ? String(intent.id) : null
}

const wasSettled = (db: Db, eventId: string) =>
  db.select({ id: webhookEvents.id }).from(webhookEvents).where(eq(webhookEvents.id, eventId)).get() !==
  undefined
