import { createHmac } from 'node:crypto'
import { finishProcessing } from './charging.ts'
import { type Desk, seconds } from './desk.ts'
import { KEY_LIFETIME_MS } from './idempotency.ts'
import type { StandInOptions } from './index.ts'
import { load } from './kept.ts'
import { finishRefund } from './refunds.ts'
import type { Delivery } from './store/store.ts'

const MOST_AT_ONCE = 12
const PATIENCE_MS = 10_000
/** Longer than a delivery may take; then another process may have it. */
const LEASE_MS = 30_000
/** Stripe waits for hours; nobody who starts a demo again should have to. */
const LONGEST_WAIT_MS = 30_000
const GIVE_UP_MS = 3 * 24 * 60 * 60 * 1_000
const IDLE_MS = 1_000
const EVENTS_KEPT = 20_000
const TIDY_EVERY_MS = 60_000

/** Signed webhooks, at least once each: claimed by one process at a time, sent again with growing pauses. */
export function createDeliveries(desk: Desk, options: StandInOptions) {
  const { store } = desk
  let active = 0
  let timer: NodeJS.Timeout | undefined
  let running = false
  let woken = false
  let tidiedAt = desk.now()
  const idle: (() => void)[] = []

  /** Looks again after the transaction that is open now. */
  function wake() {
    if (!running || woken) return
    woken = true
    tickIn(0)
  }

  function tickIn(milliseconds: number) {
    clearTimeout(timer)
    timer = setTimeout(tick, milliseconds).unref()
  }

  function tick() {
    woken = true
    try {
      settleDue(desk)
      tidy()
      if (store.deliveryIsDue(desk.now())) spawn()
    } catch (error) {
      // Another process may hold the file for longer than we wait: the next look comes soon enough.
      complain(error)
    }
    woken = false
    if (running) tickIn(untilNext())
  }

  function untilNext() {
    const next = Math.min(store.nextDeliveryAt() ?? Infinity, store.nextTimerAt() ?? Infinity)
    return Math.max(active > 0 ? 50 : 1, Math.min(IDLE_MS, next - desk.now()))
  }

  function spawn() {
    if (active >= MOST_AT_ONCE) return
    active += 1
    void work()
      .catch(complain)
      .finally(() => {
        active -= 1
        if (active === 0) for (const tell of idle.splice(0)) tell()
      })
  }

  const complain = (error: unknown) => options.log?.error({ err: error }, 'payments stand-in stumbled')

  /** Each worker that finds work calls another one, so that a slow answer holds up nobody. */
  async function work() {
    for (let delivery = claim(); delivery; delivery = running ? claim() : undefined) {
      if (running && store.deliveryIsDue(desk.now())) spawn()
      await send(delivery)
    }
  }

  const claim = () => store.quickly(() => store.claimDelivery(desk.now(), LEASE_MS))

  async function send(delivery: Delivery) {
    const problem = await post(delivery)
    store.quickly(() => {
      if (problem === null) return store.deliveryDone(delivery.id)
      const pause = Math.min(1_000 * 2 ** (delivery.attempts - 1), LONGEST_WAIT_MS)
      const givesUp = desk.now() - delivery.firstDueAt > GIVE_UP_MS && delivery.attempts > 1
      return givesUp ? store.deliveryDone(delivery.id) : store.deliverAgain(delivery.id, desk.now() + pause)
    })
    if (problem)
      options.log?.warn({ event: delivery.eventId, attempt: delivery.attempts, problem }, 'webhook not taken')
  }

  /** null when it was taken, else what went wrong. */
  async function post(delivery: Delivery): Promise<string | null> {
    const url = typeof options.webhookUrl === 'function' ? options.webhookUrl() : options.webhookUrl
    if (!url) return 'nobody to send it to'
    const headers = signed(delivery.json, options.webhookSecret, seconds(desk.now()))
    try {
      const answer = await (options.fetch ?? fetch)(url, {
        method: 'POST',
        headers,
        body: delivery.json,
        redirect: 'manual',
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      await answer.arrayBuffer()
      return answer.ok ? null : `status ${answer.status}`
    } catch (error) {
      return error instanceof Error ? error.message : 'unknown'
    }
  }

  function tidy() {
    if (desk.now() - tidiedAt < TIDY_EVERY_MS) return
    tidiedAt = desk.now()
    store.quickly(() => {
      store.forgetAnswersBefore(desk.now() - KEY_LIFETIME_MS)
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
      settleDue(desk)
      const sent = await Promise.all(Array.from({ length: MOST_AT_ONCE }, drain))
      return sent.reduce((total, each) => total + each, 0)
    },
    start() {
      if (running) return
      running = true
      wake()
    },
    async stop() {
      running = false
      clearTimeout(timer)
      if (active > 0) await new Promise<void>((resolve) => idle.push(resolve))
    },
  }
}

/** Stripe's signature scheme: `v1` is an HMAC over the second and the raw body. */
export function signed(body: string, secret: string, atSecond: number) {
  const signature = createHmac('sha256', secret).update(`${atSecond}.${body}`).digest('hex')
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Stripe-Signature': `t=${atSecond},v1=${signature}`,
    'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
  }
}

/** Ends what was only waiting for its time, in one process of several. */
function settleDue(desk: Desk) {
  if (desk.store.timersDue(desk.now()).length === 0) return
  desk.store.durably(() => {
    for (const id of desk.store.timersDue(desk.now())) {
      desk.store.clearTimer(id)
      if (id.startsWith('pi_')) finishIntent(desk, id)
      else finishRefund(desk, load(desk, 'refund', id))
    }
  })
}

function finishIntent(desk: Desk, id: string) {
  const intent = load(desk, 'payment_intent', id)
  if (intent.status === 'processing') finishProcessing(desk, intent)
}
