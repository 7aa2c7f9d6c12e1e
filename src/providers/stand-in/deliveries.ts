import { DAY_MS, MINUTE_MS } from '../../day.ts'
import { reasonOf } from '../../reason.ts'
import type { Delivery, StandInStore } from './store/store.ts'

const MAX_CONCURRENT = 12
const TIMEOUT_MS = 10_000
/** Longer than a delivery can take. After that another process may claim it. */
const LEASE_MS = 30_000
/** Stripe waits for hours, but a restarted demo should catch up at once. */
const MAX_RETRY_DELAY_MS = 30_000
const GIVE_UP_AFTER_MS = 3 * DAY_MS
const MAX_IDLE_MS = 1_000
const CLEANUP_INTERVAL_MS = MINUTE_MS

export type Sender = {
  store: StandInStore
  /** Real time: retries need it. */
  now(): number
  /** Where events go. A function if the shop's port is known only later; null keeps them unsent. */
  webhookUrl: string | (() => string | null) | null
  headersOf(body: string): Record<string, string>
  /** Does what falls due without a request. */
  completeDue(): void
  /** Milliseconds until something falls due. */
  untilDue(): number
  /** Forgets what is old, once a minute. */
  cleanUp(): void
  /** For the log. */
  name: string
  log?: Log | undefined
  fetch?: typeof fetch | undefined
}

export type Log = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export type Deliveries = ReturnType<typeof createDeliveries>

/** Sends signed webhooks at least once, claimed by one process at a time, with growing pauses between retries. */
export function createDeliveries(sender: Sender) {
  const { store, log } = sender
  let active = 0
  let timer: NodeJS.Timeout | undefined
  let isRunning = false
  let isWakePending = false
  let cleanedUpAt = sender.now()
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
      sender.completeDue()
      cleanUp()
      if (store.deliveryIsDue(sender.now())) spawn()
    } catch (error) {
      // Another process may hold the file past our busy timeout. The next tick tries again.
      logError(error)
    }
    isWakePending = false
    if (isRunning) tickIn(untilNext())
  }

  function untilNext() {
    const untilDelivery = (store.nextDeliveryAt() ?? Infinity) - sender.now()
    return Math.max(active > 0 ? 50 : 1, Math.min(MAX_IDLE_MS, untilDelivery, sender.untilDue()))
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

  const logError = (error: unknown) => log?.error({ err: error }, `${sender.name}: a delivery failed`)

  /** A worker that finds work starts another, so that one slow response holds up no other delivery. */
  async function work() {
    for (let delivery = claim(); delivery; delivery = isRunning ? claim() : undefined) {
      if (isRunning && store.deliveryIsDue(sender.now())) spawn()
      await send(delivery)
    }
  }

  const claim = () => store.quickly(() => store.claimDelivery(sender.now(), LEASE_MS))

  async function send(delivery: Delivery) {
    const problem = await post(delivery)
    store.quickly(() => {
      if (problem === null) return store.deliveryDone(delivery.id)
      const delay = Math.min(1_000 * 2 ** (delivery.attempts - 1), MAX_RETRY_DELAY_MS)
      const isGivenUp = sender.now() - delivery.firstDueAt > GIVE_UP_AFTER_MS && delivery.attempts > 1
      return isGivenUp
        ? store.deliveryDone(delivery.id)
        : store.rescheduleDelivery(delivery.id, sender.now() + delay)
    })
    if (problem)
      log?.warn({ event: delivery.eventId, attempt: delivery.attempts, problem }, 'webhook not accepted')
  }

  /** @returns what went wrong, or null if the delivery was accepted */
  async function post(delivery: Delivery): Promise<string | null> {
    const url = typeof sender.webhookUrl === 'function' ? sender.webhookUrl() : sender.webhookUrl
    if (!url) return 'no webhook URL'
    try {
      const response = await (sender.fetch ?? fetch)(url, {
        method: 'POST',
        headers: sender.headersOf(delivery.json),
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
    if (sender.now() - cleanedUpAt < CLEANUP_INTERVAL_MS) return
    cleanedUpAt = sender.now()
    store.quickly(() => sender.cleanUp())
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
      sender.completeDue()
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
