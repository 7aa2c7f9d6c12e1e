import type { Hono } from 'hono'
import { type Control, createControl } from '../../stand-in/control.ts'
import type { Log } from '../../stand-in/deliveries.ts'
import type { StandInStore } from '../../stand-in/store/store.ts'
import { createApi } from './api.ts'
import { payOut } from './balance.ts'
import { createBrowserApi } from './browser-api.ts'
import { createWebhooks } from './deliveries.ts'
import { createDeps } from './deps.ts'
import { openDispute, warnOfFraud } from './disputes.ts'
import { addKnownCards, type SeedCard } from './known-cards.ts'
import { addKnownPayment, type SeedPayment } from './known-payments.ts'
import { type Ledger, readLedger } from './ledger.ts'
import type { DisputeKind } from './new-dispute.ts'

export type { Log } from '../../stand-in/deliveries.ts'

export type StandInOptions = {
  store: StandInStore
  /** Where events go. A function if the shop's port is known only later; null stores events without sending them. */
  webhookUrl: string | (() => string | null) | null
  webhookSecret: string
  /** Event types to send, as you would select them in Stripe's dashboard. Default: all. */
  webhookEvents?: readonly string[]
  /** A secret or restricted key. A live key makes every object a live one; the cards stay test cards. */
  secretKey: string
  publishableKey: string
  /** The text of `.build/stand-in-stripe.js`, served at `/stripe.js`. */
  browserScript?: string
  /** Real time in epoch milliseconds, not the shop's clock: webhook signatures and retries need real time. */
  now?: () => number
  randomId?: (length: number) => string
  /** The id of the account that the keys belong to. */
  account?: string
  knownCards?: readonly SeedCard[]
  /** A payment that the shop began with, when something is asked about it. */
  knownPayment?: (intentId: string) => SeedPayment | null
  /** How long slow test payments and refunds take. */
  processingMs?: number
  seed?: number
  log?: Log
  fetch?: typeof fetch
}

export type StandIn = {
  /** Stripe's HTTP API under `/v1/*`, for the official server package. */
  api: Hono
  /** What the page's script calls: `/stripe.js`, `/payment_intents/:id/confirm` … Mount at `/embedded-payments`. */
  browser: Hono
  /** `control` over HTTP, for the standalone process. Never mount it in a shop. */
  controlApi: Hono
  control: Control
  /** Completes due payments and sends every due event. Returns how many were sent, accepted or not. */
  deliverDue(): Promise<number>
  start(): void
  /** Stops the loop and waits for deliveries in flight. The caller closes the store. */
  stop(): Promise<void>
  ledger(): Ledger
  /** What the cardholder's bank does by itself; each returns the new object's id. */
  bank: { dispute(intentId: string, kind?: DisputeKind): string; warnOfFraud(intentId: string): string }
  /** Pays out all that is in the balance. @returns the payout's id, or null */
  payOut(): string | null
}

/** An independent provider that speaks Stripe's HTTP API: the same calls, errors, test cards and signed webhooks. */
export function createStandIn(options: StandInOptions): StandIn {
  const { store } = options
  const control = createControl(options.store, options.seed ?? 1, options.now ?? Date.now)
  const deps = createDeps(options, control)
  addKnownCards(deps, options.knownCards ?? [])
  const deliveries = createWebhooks(deps, options)
  const ledger = () => readLedger(options.store)
  deps.wake = deliveries.wake
  deps.recall = (id) => {
    const payment = options.knownPayment?.(id)
    if (payment) addKnownPayment(deps, payment)
    return payment != null
  }
  control.onRelease(deliveries.wake)

  return {
    api: createApi(deps, options),
    browser: createBrowserApi(deps, options),
    controlApi: control.api(deliveries.deliverDue, ledger),
    control,
    deliverDue: deliveries.deliverDue,
    start: deliveries.start,
    stop: deliveries.stop,
    ledger,
    bank: {
      dispute: (intentId, kind = 'dispute') => store.durably(() => openDispute(deps, intentId, kind)),
      warnOfFraud: (intentId) => store.durably(() => warnOfFraud(deps, intentId)),
    },
    payOut: () => store.durably(() => payOut(deps, Number.MAX_SAFE_INTEGER)),
  }
}
