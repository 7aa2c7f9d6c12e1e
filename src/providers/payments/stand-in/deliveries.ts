import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import { DAY_MS, MINUTE_MS } from '../../../day.ts'
import { reasonOf } from '../../../reason.ts'
import { finishProcessing } from './charging.ts'
import { type Deps, seconds } from './deps.ts'
import { applyAftermath } from './disputes.ts'
import { KEY_LIFETIME_MS } from './idempotency.ts'
import type { StandInOptions } from './index.ts'
import { loadMethod } from './payment-methods.ts'
import { finishRefund } from './refunds.ts'
import { load } from './resources.ts'
import type { Delivery } from './store/store.ts'

const MAX_CONCURRENT = 12
const TIMEOUT_MS = 10_000
/** Longer than a delivery can take. After that another process may claim it. */
const LEASE_MS = 30_000
/** Stripe waits for hours, but a restarted demo should catch up at once. */
const MAX_RETRY_DELAY_MS = 30_000
const GIVE_UP_AFTER_MS = 3 * DAY_MS
const MAX_IDLE_MS = 1_000
const EVENTS_KEPT = 20_000
const CLEANUP_INTERVAL_MS = MINUTE_MS

/** Sends signed webhooks at least once, claimed by one process at a time, with growing pauses between retries. */
export function createDeliveries(deps: Deps, options: StandInOptions) {
  const { store } = deps
  let active = 0
  let timer: NodeJS.Timeout | undefined
  let isRunning = false
  let isWakePending = false
  let cleanedUpAt = deps.now()
  const idleListeners: (() => void)[] = []

  /** Schedules a tick after the transaction that is open now. */
  function wake() {
    if (!isRunning || isWakePending) return
    isWakePending = true
    tickIn(0)
  }

  function tickIn(milliseconds: number) {
    clearTimeout(timer)
    timer = setTimeout(tick, milliseconds).unref()
  }

  function tick() {
    isWakePending = true
    try {
      completeDue(deps)
      cleanUp()
      if (store.deliveryIsDue(deps.now())) spawn()
    } catch (error) {
      // Another process may hold the file past our busy timeout. The next tick tries again.
      logError(error)
    }
    isWakePending = false
    if (isRunning) tickIn(untilNext())
  }

  function untilNext() {
    const next = Math.min(store.nextDeliveryAt() ?? Infinity, store.nextTimerAt() ?? Infinity)
    return Math.max(active > 0 ? 50 : 1, Math.min(MAX_IDLE_MS, next - deps.now()))
  }

  function spawn() {
    if (active >= MAX_CONCURRENT) return
    active += 1
    void work()
      .catch(logError)
      .finally(() => {
        active -= 1
        if (active === 0) for (const resolve of idleListeners.splice(0)) resolve()
      })
  }

  const logError = (error: unknown) => options.log?.error({ err: error }, 'payments stand-in delivery failed')

  /** A worker that finds work starts another, so that one slow response holds up no other delivery. */
  async function work() {
    for (let delivery = claim(); delivery; delivery = isRunning ? claim() : undefined) {
      if (isRunning && store.deliveryIsDue(deps.now())) spawn()
      await send(delivery)
    }
  }

  const claim = () => store.quickly(() => store.claimDelivery(deps.now(), LEASE_MS))

  async function send(delivery: Delivery) {
    const problem = await post(delivery)
    store.quickly(() => {
      if (problem === null) return store.deliveryDone(delivery.id)
      const delay = Math.min(1_000 * 2 ** (delivery.attempts - 1), MAX_RETRY_DELAY_MS)
      const isGivenUp = deps.now() - delivery.firstDueAt > GIVE_UP_AFTER_MS && delivery.attempts > 1
      return isGivenUp
        ? store.deliveryDone(delivery.id)
        : store.rescheduleDelivery(delivery.id, deps.now() + delay)
    })
    if (problem)
      options.log?.warn(
        { event: delivery.eventId, attempt: delivery.attempts, problem },
        'webhook not accepted',
      )
  }

  /** @returns what went wrong, or null if the delivery was accepted */
  async function post(delivery: Delivery): Promise<string | null> {
    const url = typeof options.webhookUrl === 'function' ? options.webhookUrl() : options.webhookUrl
    if (!url) return 'no webhook URL'
    const headers = webhookHeaders(delivery.json, options.webhookSecret, seconds(deps.now()))
    try {
      const response = await (options.fetch ?? fetch)(url, {
        method: 'POST',
        headers,
        body: delivery.json,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await response.arrayBuffer()
      return response.ok ? null : `status ${response.status}`
    } catch (error) {
      return reasonOf(error)
    }
  }

  function cleanUp() {
    if (deps.now() - cleanedUpAt < CLEANUP_INTERVAL_MS) return
    cleanedUpAt = deps.now()
    store.quickly(() => {
      store.deleteAnswersBefore(deps.now() - KEY_LIFETIME_MS)
      store.forgetEventsBeyond(EVENTS_KEPT)
    })
  }

  async function drain(): Promise<number> {
    let sent = 0
    for (let delivery = claim(); delivery; delivery = claim()) {
      await send(delivery)
      sent += 1
    }
    return sent
  }

  return {
    wake,
    async deliverDue() {
      completeDue(deps)
      const sent = await Promise.all(Array.from({ length: MAX_CONCURRENT }, drain))
      return sent.reduce((total, each) => total + each, 0)
    },
    start() {
      if (isRunning) return
      isRunning = true
      wake()
    },
    async stop() {
      isRunning = false
      clearTimeout(timer)
      if (active > 0) await new Promise<void>((resolve) => idleListeners.push(resolve))
    },
  }
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
}
