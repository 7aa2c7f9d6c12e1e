import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import { createDeliveries, type Deliveries } from '../../stand-in/deliveries.ts'
import { finishProcessing } from './charging.ts'
import { type Deps, seconds } from './deps.ts'
import { applyAftermath } from './disputes.ts'
import { KEY_LIFETIME_MS } from './idempotency.ts'
import type { StandInOptions } from './index.ts'
import { expireHold } from './payment-intents.ts'
import { loadMethod } from './payment-methods.ts'
import { finishRefund } from './refunds.ts'
import { load } from './resources.ts'

const EVENTS_KEPT = 20_000

/** Stripe's webhooks, and the payments and refunds that take their time. */
export function createWebhooks(deps: Deps, options: StandInOptions): Deliveries {
  const { store, now } = deps
  return createDeliveries({
    store,
    now,
    webhookUrl: options.webhookUrl,
    headersOf: (body) => webhookHeaders(body, options.webhookSecret, seconds(now())),
    completeDue: () => completeDue(deps),
    untilDue: () => (store.nextTimerAt() ?? Number.POSITIVE_INFINITY) - now(),
    cleanUp() {
      store.deleteAnswersBefore(now() - KEY_LIFETIME_MS)
      store.forgetEventsBeyond(EVENTS_KEPT)
    },
    name: 'payments stand-in',
    log: options.log,
    fetch: options.fetch,
  })
}

/** Stripe's signature scheme: `v1` is an HMAC of the timestamp in seconds and the raw body. */
export function webhookHeaders(body: string, secret: string, atSecond: number) {
  const signature = createHmac('sha256', secret).update(`${atSecond}.${body}`).digest('hex')
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Stripe-Signature': `t=${atSecond},v1=${signature}`,
    'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
  }
}

/** Completes due payments and refunds. The second query runs inside the transaction, so only one process does it. */
function completeDue(deps: Deps) {
  if (deps.store.timersDue(deps.now()).length === 0) return
  deps.store.durably(() => {
    for (const id of deps.store.timersDue(deps.now())) {
      deps.store.clearTimer(id)
      if (id.startsWith('pi_')) finishIntent(deps, id)
      else if (id.startsWith('ch_')) finishCharge(deps, load(deps, 'charge', id))
      else finishRefund(deps, load(deps, 'refund', id))
    }
  })
}

function finishCharge(deps: Deps, charge: Stripe.Charge) {
  const { aftermath } = loadMethod(deps, charge.payment_method ?? '').card
  if (aftermath) applyAftermath(deps, charge, aftermath)
}

function finishIntent(deps: Deps, id: string) {
  const intent = load(deps, 'payment_intent', id)
  if (intent.status === 'processing') finishProcessing(deps, intent)
  if (intent.status === 'requires_capture') expireHold(deps, intent)
}
