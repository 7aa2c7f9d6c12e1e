import { Hono } from 'hono'
import { createFaults, type Fault, type FaultRule } from './faults.ts'
import type { StandInStore } from './store/store.ts'

export type WebhookSettings = {
  /** Milliseconds before each event is first sent. */
  delayMs: number
  copies: number
  /** Spreads events randomly over this many milliseconds. */
  shuffleMs: number
  hold: boolean
  /** Share of events that are lost, 0 to 1. */
  drop: number
}

export type Control = ReturnType<typeof createControl>

const defaults: WebhookSettings = { delayMs: 0, copies: 1, shuffleMs: 0, hold: false, drop: 0 }

/** Faults on demand, for tests. Settings apply to this process; held deliveries are held for every process. */
export function createControl(store: StandInStore, firstSeed: number, now: () => number) {
  let random = seededNumbers(firstSeed)
  let settings = { ...defaults }
  let notifyReleased = () => {}
  const faults = createFaults(() => random())

  const control = {
    webhooks(changes: Partial<WebhookSettings>) {
      settings = { ...settings, ...changes }
    },
    settings: () => ({ ...settings }),
    fault: (rule: FaultRule) => faults.add(rule),
    faults: () => faults.list(),
    /** Ends all faults. Held deliveries stay held until released. */
    clear() {
      settings = { ...defaults }
      faults.clear()
    },
    seed(seed: number) {
      random = seededNumbers(seed)
    },
    release(options: { shuffled?: boolean } = {}): number {
      const held = store.quickly(() => {
        const ids = store.heldDeliveries()
        const order = options.shuffled ? shuffled(ids, () => random()) : ids
        // All are due now, one millisecond apart to keep their order.
        for (const [index, id] of order.entries()) store.releaseDelivery(id, now() - order.length + index)
        return ids.length
      })
      notifyReleased()
      return held
    },
    onRelease(listener: () => void) {
      notifyReleased = listener
    },
    faultFor: (method: string, path: string): Fault | null => faults.match(method, path),
    deliveryPlan(): { delayMs: number; held: boolean }[] {
      if (settings.drop > 0 && random() < settings.drop) return []
      return Array.from({ length: settings.copies }, () => ({
        delayMs: settings.delayMs + (settings.shuffleMs > 0 ? Math.floor(random() * settings.shuffleMs) : 0),
        held: settings.hold,
      }))
    },
    api: (deliverDue: () => Promise<number>, ledger: () => object) =>
      controlApi(control, deliverDue, ledger, store),
  }
  return control
}

type ControlOperations = Pick<
  Control,
  'webhooks' | 'settings' | 'fault' | 'faults' | 'clear' | 'seed' | 'release'
>

function controlApi(
  control: ControlOperations,
  deliverDue: () => Promise<number>,
  ledger: () => object,
  store: StandInStore,
) {
  const api = new Hono()
  const state = () => ({
    webhooks: control.settings(),
    faults: control.faults(),
    pending: store.pendingDeliveries(),
  })
  api.get('/', (c) => c.json(state()))
  api.get('/ledger', (c) => c.json(ledger()))
  api.put('/webhooks', async (c) => {
    control.webhooks(await c.req.json())
    return c.json(state())
  })
  api.post('/faults', async (c) => {
    control.fault(await c.req.json())
    return c.json(state())
  })
  api.post('/seed', async (c) => {
    control.seed((await c.req.json()).seed)
    return c.json(state())
  })
  api.post('/release', async (c) =>
    c.json({ released: control.release(await c.req.json().catch(() => ({}))) }),
  )
  api.post('/deliver', async (c) => c.json({ delivered: await deliverDue() }))
  api.delete('/', (c) => {
    control.clear()
    return c.json(state())
  })
  return api
}

/** Mulberry32: small, fast, and repeatable from its seed. */
function seededNumbers(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function shuffled<T>(items: T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, index: random() }))
    .sort((left, right) => left.index - right.index)
    .map(({ item }) => item)
}
