import { Hono } from 'hono'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { Db } from '#db/client.ts'
import type { Payment } from '#db/schema/index.ts'
import { paths } from '../paths.ts'
import type { Services } from '../services.ts'
import { readBytes } from '../web/body.ts'
import type { AppEnv } from '../web/env.ts'
import { forgeryRefusal } from '../web/webhook-forgery.ts'
import { applySetupUpdate } from './account-card-adding.ts'
import { setupByIntent } from './account-card-setups.ts'
import { settleAfterCharge } from './after-charge-events.ts'
import { applyCardNews } from './card-news.ts'
import { settle } from './finalize.ts'
import { paymentByIntent } from './payments.ts'
import { fetchIntent, ifAnswered } from './provider.ts'
import { isKnownEvent } from './webhook-events.ts'

export const webhookRoutes = new Hono<AppEnv>()

const LIMIT_BYTES = 256 * 1024
/** In real time: the shop clock does not apply to signatures. */
const TOLERANCE_SECONDS = 300

const INTENT_EVENTS = /^(payment_intent|setup_intent)\./

const refuseForgery = forgeryRefusal()

/**
 * No session and no CSRF token: the signature over the raw bytes is the proof. An event is only a hint to fetch its
 * intent. We answer 200 once its effect is committed, and 5xx to have it sent again.
 */
webhookRoutes.post(paths.webhook.pattern, async (c) => {
  const { services } = c.var
  const bytes = await readBytes(c, LIMIT_BYTES)
  if (bytes === 'too_large') return c.json({ error: 'The request body is too large.' }, 413)
  const event =
    bytes === 'cut_off' ? null : await verifyEvent(services, bytes, c.req.header('stripe-signature'))
  if (!event) return refuseForgery(c)
  const received = await ifAnswered(c.var, async () => {
    if (!isKnownEvent(services.db, event.id)) await handleEvent(services, event)
    return c.json({ received: true })
  })
  return received ?? c.json({ error: 'Please send it again.' }, 503, { 'Retry-After': '5' })
})

/** Null unless the event is signed, fresh, named, and in our mode (test or live). */
async function verifyEvent({ stripe, config }: Services, bytes: Buffer, signature: string | undefined) {
  if (!signature) return null
  const { webhookSecret, livemode } = config.payments
  try {
    const event = await stripe.webhooks.constructEventAsync(
      bytes,
      signature,
      webhookSecret,
      TOLERANCE_SECONDS,
    )
    return Named.safeParse(event).success && event.livemode === livemode ? event : null
  } catch {
    return null
  }
}

const Named = z.object({ id: z.string(), type: z.string() })

async function handleEvent(services: Services, event: Stripe.Event) {
  if (await settleAfterCharge(services, event)) return
  if (await applyCardNews(services, event)) return
  const id = intentIdIn(event)
  if (id === null) return
  const setup = id.startsWith('seti_') ? setupByIntent(services.db, id) : null
  if (setup) return void (await applySetupUpdate(services, setup))
  if (!isNews(services.db, id, event.type)) return
  const { id: eventId, type } = event
  const declinedCharge = declinedChargeIn(event)
  const snapshot = await fetchIntent(services.stripe, id)
  if (snapshot.status !== 'lost') await settle(services, snapshot, { id: eventId, type, declinedCharge })
}

/** What is not final yet changes nothing, except that a payment that is processing keeps its box as it is. */
const NEWS = /\.(succeeded|amount_capturable_updated|payment_failed|setup_failed|canceled|processing)$/

/** A poll may have settled what succeeded. Then there is nothing to ask. */
const isNews = (db: Db, intentId: string, type: string) =>
  NEWS.test(type) && !(PAID.test(type) && isSettled(paymentByIntent(db, intentId)))

const PAID = /\.(succeeded|amount_capturable_updated)$/

const isSettled = (payment: Payment | null) => payment?.status === 'succeeded' && payment.heldUntil === null

/** A signed event can still have any shape. */
function intentIdIn(event: Stripe.Event): string | null {
  const intent = (event.data as { object?: { id?: unknown } } | undefined)?.object
  const isIntent = typeof intent?.id === 'string' && /^(pi|seti)_\w+$/.test(intent.id)
  return INTENT_EVENTS.test(event.type) && isIntent ? String(intent.id) : null
}

const DeclinedIntent = z.object({ last_payment_error: z.object({ charge: z.string() }) })

const declinedChargeIn = (event: Stripe.Event): string | null =>
  DeclinedIntent.safeParse(event.data.object).data?.last_payment_error.charge ?? null
