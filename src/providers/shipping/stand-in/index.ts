import { randomBytes, randomInt } from 'node:crypto'
import type { Hono } from 'hono'
import { type Control, createControl } from '../../stand-in/control.ts'
import { createDeliveries, type Log } from '../../stand-in/deliveries.ts'
import type { StandInStore } from '../../stand-in/store/store.ts'
import { webhookSignature } from '../signature.ts'
import { createCarrierApi } from './api.ts'
import { type HandedParcel, takeOver } from './hand-over.ts'
import { finishRefund } from './shipments.ts'
import { moveParcel } from './trackers.ts'
import type { WireShipment } from './wire.ts'

export type CarrierOptions = {
  store: StandInStore
  apiKey: string
  webhookUrl: string | (() => string | null) | null
  webhookSecret: string
  /** The shop's time, by which parcels move. */
  shopNow: () => number
  /** Real time, by which webhooks are sent again. */
  now?: () => number
  log?: Log
  fetch?: typeof fetch
}

export type CarrierDeps = {
  store: StandInStore
  control: Control
  apiKey: string
  now(): number
  shopNow(): number
  newId(prefix: string): string
  newTrackingCode(): string
  /** Where the caller reaches this server; the addresses of files begin with it. */
  origin(): string
  heard(origin: string): void
  webhooks(): { url: string; disabled_at: null }[]
  wake(): void
  log: Log | undefined
}

export type CarrierStandIn = ReturnType<typeof createCarrierStandIn>

const EVENTS_KEPT = 20_000

/** A carrier of our own that speaks EasyPost's HTTP API. It can be made slow, down or double by `control`. */
export function createCarrierStandIn(options: CarrierOptions) {
  const { store, shopNow, now = Date.now } = options
  const control = createControl(store, 1, now)
  const deps = createDeps(options, control)
  const deliveries = createDeliveries({
    store,
    now,
    webhookUrl: options.webhookUrl,
    headersOf: (body) => ({
      'Content-Type': 'application/json; charset=utf-8',
      'X-Hmac-Signature': webhookSignature(body, options.webhookSecret),
      'User-Agent': 'EasyPost-Webhooks',
    }),
    completeDue: () => completeDue(deps),
    untilDue: () => (store.nextTimerAt() ?? Number.POSITIVE_INFINITY) - shopNow(),
    cleanUp: () => store.forgetEventsBeyond(EVENTS_KEPT),
    name: 'embedded carrier',
    log: options.log,
    fetch: options.fetch,
  })
  deps.wake = deliveries.wake
  control.onRelease(deliveries.wake)
  const api: Hono = createCarrierApi(deps)
  return {
    api,
    control,
    deliverDue: deliveries.deliverDue,
    start: deliveries.start,
    stop: deliveries.stop,
    /** Parcels that were on their way before; those that it knows stay as they are. */
    takeOver: (handed: HandedParcel[]) =>
      store.durably(() => {
        for (const parcel of handed) takeOver(deps, parcel)
      }),
    /** When a parcel moves next, by the shop's time. */
    nextMoveAt: () => store.nextTimerAt() ?? null,
    /** Everything that was sold, for tests. */
    sold: () =>
      store
        .all('shipment')
        .map(({ json }) => JSON.parse(json) as WireShipment)
        .filter(({ postage_label }) => postage_label !== null),
  }
}

function createDeps(options: CarrierOptions, control: Control): CarrierDeps {
  const { store, apiKey, webhookUrl, shopNow, now = Date.now, log } = options
  let origin = 'http://127.0.0.1'
  return {
    store,
    control,
    apiKey,
    now,
    shopNow,
    newId: (prefix) => `${prefix}_${randomBytes(16).toString('hex')}`,
    newTrackingCode: () => `DP${String(randomInt(10 ** 12)).padStart(12, '0')}`,
    origin: () => origin,
    heard(heard) {
      origin = heard
    },
    webhooks() {
      const url = typeof webhookUrl === 'function' ? webhookUrl() : webhookUrl
      return url === null ? [] : [{ url, disabled_at: null }]
    },
    wake: () => {},
    log,
  }
}

/** Moves parcels and ends refunds. The second query is inside the transaction, so only one process does it. */
function completeDue(deps: CarrierDeps) {
  const { store, shopNow } = deps
  if (store.timersDue(shopNow()).length === 0) return
  store.durably(() => {
    for (const id of store.timersDue(shopNow())) {
      store.clearTimer(id)
      if (id.startsWith('trk_')) moveParcel(deps, id)
      else finishRefund(deps, id)
    }
  })
}
