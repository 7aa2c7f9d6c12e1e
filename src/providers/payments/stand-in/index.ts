import type { Hono } from 'hono'
import { createApi } from './api.ts'
import { createBrowserApi } from './browser-api.ts'
import { type Control, createControl } from './control.ts'
import { createDeliveries } from './deliveries.ts'
import { createDesk } from './desk.ts'
import { type KnownCard, knowCards } from './known-cards.ts'
import { type Ledger, readLedger } from './ledger.ts'
import type { StandInStore } from './store/store.ts'

export type Log = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export type StandInOptions = {
  /** From `openStandInStore` (#src/providers/payments/stand-in/store/store.ts). */
  store: StandInStore
  /** Where events go; a function when the shop's port is known only later. null: events are kept, never sent. */
  webhookUrl: string | (() => string | null) | null
  webhookSecret: string
  /** Event types that are sent, as one picks them in Stripe's dashboard; without it, all of them. */
  webhookEvents?: readonly string[]
  secretKey: string
  publishableKey: string
  /** The text of `.build/stand-in-stripe.js`, answered at `/stripe.js`. */
  browserScript?: string
  /** Real time in epoch milliseconds, never the shop's clock: webhook signatures and retries go by the wall. */
  now?: () => number
  /** A random base62 text of that length. */
  randomId?: (length: number) => string
  /** Customers with a card that the books have from the beginning. */
  knownCards?: readonly KnownCard[]
  /** How long `pm_card_processing` stays `processing` (and `pm_card_pendingRefund` pending), milliseconds. */
  processingMs?: number
  /** Seed of the faults and shuffles that are drawn by chance. */
  seed?: number
  log?: Log
  /** Sends the webhooks; tests hand in their own. */
  fetch?: typeof fetch
}

export type StandIn = {
  /** Stripe's HTTP API under `/v1/*`, for the official server package. */
  api: Hono
  /** What the page's script calls: `/stripe.js`, `/payment_intents/:id/confirm` … Mount it under `/embedded-payments`. */
  browser: Hono
  /** The HTTP face of `control`, for the separate process only: never mount it in a shop. */
  controlApi: Hono
  control: Control
  /** Settles what was processing and sends every due event; answers how many were sent (whatever came back). */
  deliverDue(): Promise<number>
  /** Begins the delivery loop. */
  start(): void
  /** Ends it and waits for deliveries under way; the store stays open, its opener closes it. */
  stop(): Promise<void>
  /** The sums that a test or a crash check compares with the shop's. */
  ledger(): Ledger
}

/** A company of its own that speaks Stripe's HTTP API: same calls, errors, test cards and signed webhooks. */
export function createStandIn(options: StandInOptions): StandIn {
  const control = createControl(options.store, options.seed ?? 1, options.now ?? Date.now)
  const desk = createDesk(options, control)
  knowCards(desk, options.knownCards ?? [])
  const deliveries = createDeliveries(desk, options)
  const ledger = () => readLedger(options.store)
  desk.wake = deliveries.wake
  control.onRelease(deliveries.wake)

  return {
    api: createApi(desk, options),
    browser: createBrowserApi(desk, options),
    controlApi: control.api(deliveries.deliverDue, ledger),
    control,
    deliverDue: deliveries.deliverDue,
    start: deliveries.start,
    stop: deliveries.stop,
    ledger,
  }
}
