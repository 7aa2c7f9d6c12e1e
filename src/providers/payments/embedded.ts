import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { listen } from '../stand-in/listen.ts'
import { openStandInStore } from '../stand-in/store/store.ts'
import { DEMO_CARDS } from './demo-cards.ts'
import { createStandIn, type StandInOptions } from './stand-in/index.ts'

const SCRIPT = '.build/stand-in-stripe.js'

/** The event types this shop subscribes to, as you would select them in Stripe's dashboard. */
export const WEBHOOK_EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.amount_capturable_updated',
  'payment_intent.canceled',
  'setup_intent.succeeded',
  'setup_intent.setup_failed',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'radar.early_fraud_warning.created',
  'payment_method.automatically_updated',
  'payment_method.updated',
  'payment_method.detached',
] as const

export type Embedded = Awaited<ReturnType<typeof startEmbeddedPayments>>

/** Runs on a free loopback port, behind the same package and HTTP as Stripe. All servers of a shop share its file. */
export async function startEmbeddedPayments(
  config: Config,
  { webhookUrl, knownPayment }: Pick<StandInOptions, 'webhookUrl' | 'knownPayment'>,
) {
  const store = openStandInStore(join(config.storagePath, 'embedded-payments.sqlite3'))
  const { secretKey, publishableKey, webhookSecret } = config.payments
  const standIn = createStandIn({
    store,
    webhookUrl,
    webhookSecret,
    webhookEvents: WEBHOOK_EVENTS,
    secretKey,
    publishableKey,
    knownCards: config.demo ? DEMO_CARDS : [],
    ...(config.demo && knownPayment && { knownPayment }),
    browserScript: readFileSync(SCRIPT, 'utf8'),
  })
  const { server, port } = await listen(standIn.api)
  standIn.start()
  return {
    apiBase: `http://127.0.0.1:${port}`,
    browser: standIn.browser,
    async stop() {
      await standIn.stop()
      server.close()
      store.close()
    },
  }
}
