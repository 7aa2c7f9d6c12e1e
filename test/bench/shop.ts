import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Database } from '#db/driver.mjs'
import { freePort } from '../support/free-port.ts'
import type { Checkout } from './checkout.ts'
import { MALLOC_ARENA_MAX, NODE_FLAGS } from './node-flags.ts'
import { ASKING, type Process, SERVED, start } from './processes.ts'

const READY_WITHIN_MS = 60_000
const PAGE_SIZE = 48
/** Webhooks follow a payment after a moment. */
const LAST_NEWS_MS = 300

export const PAYMENT_KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_bench',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_bench',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_bench_only',
}

/** Signs receipt links, which the benchmark creates itself. */
export const SESSION_SECRET = 'the session secret of the bench, and of nothing else'

export type Shop = {
  port: number
  standInPort: number
  pid: number
  startedMs: number
}

/** The ports of a shop and its payment provider. */
export type Open = Pick<Shop, 'port' | 'standInPort'>

/** `flags` are Node's own, `args` the server's. */
type ShopOptions = {
  checkout: Checkout
  flags?: string[]
  args?: string[]
  core?: number | string
  env?: Record<string, string>
}

/** Runs a server on the served core (or another) and its payment provider on the other, for as long as `use` takes. */
export async function withShop<T>(
  file: string,
  options: ShopOptions,
  use: (shop: Shop) => Promise<T>,
): Promise<T> {
  const shop = await openShop(file, options)
  try {
    return await use(shop)
  } finally {
    await pause(LAST_NEWS_MS)
    await shop.stop()
  }
}

async function openShop(
  file: string,
  { checkout: { folder }, flags = [], args = [], core = SERVED, env = {} }: ShopOptions,
) {
  const [port, standInPort] = [await freePort(), await freePort()]
  const standIn = await startStandIn(folder, port, standInPort)
  const began = performance.now()
  const server = start(core, [...NODE_FLAGS, ...flags, '.build/server.js', ...args], {
    folder,
    env: {
      ...PAYMENT_KEYS,
      SESSION_SECRET,
      NODE_ENV: 'production',
      MALLOC_ARENA_MAX,
      DATABASE_PATH: resolve(file),
      PORT: String(port),
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      STRIPE_API_BASE: `http://127.0.0.1:${standInPort}`,
      STRIPE_JS_URL: `http://127.0.0.1:${standInPort}/browser/stripe.js`,
      ...env,
    },
  })
  await untilReady(port)
  const startedMs = performance.now() - began
  return {
    port,
    standInPort,
    pid: server.pid,
    startedMs,
    async stop() {
      await server.stop()
      await standIn.stop()
    },
  }
}

async function startStandIn(folder: string, shopPort: number, port: number): Promise<Process> {
  const standIn = start(ASKING, ['.build/stand-in.js'], {
    folder,
    env: {
      ...PAYMENT_KEYS,
      STAND_IN_PORT: String(port),
      WEBHOOK_URL: `http://127.0.0.1:${shopPort}/webhooks/stripe`,
    },
  })
  await standIn.firstLine
  return standIn
}

async function untilReady(port: number) {
  const until = performance.now() + READY_WITHIN_MS
  while (performance.now() < until) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return
    await pause(5)
  }
  throw new Error('the shop was not ready in time')
}

/** Offers with plenty of stock, and products, orders and listing pages to visit. */
export function readShelves(file: string) {
  const db = new Database(file, { readonly: true })
  const rows = db
    .prepare(`
      select offers.token, varieties.slug from offers join varieties on varieties.id = offers.variety_id
      join stock on stock.offer_id = offers.id and stock.fc_id = 1
      where varieties.hidden = 0 and stock.on_hand >= 1000 and offers.min_quantity = 1 and offers.price_cents between 2000 and 30000
      order by offers.id desc limit 8000`)
    .all() as { token: string; slug: string }[]
  const varieties = db.prepare('select count(*) from varieties where hidden = 0').pluck().get() as number
  const orders = db
    .prepare(`
      select token from orders where let_go_at is null and state in ('shipped', 'delivered') order by id desc limit 200`)
    .pluck()
    .all() as string[]
  const guestOrders = db
    .prepare(`
      select token from orders where let_go_at is null and user_id is null and state = 'paid' order by id desc limit 100`)
    .pluck()
    .all() as string[]
  db.close()
  return {
    orders,
    guestOrders,
    tokens: rows.map((row) => row.token),
    slugs: [...new Set(rows.map((row) => row.slug))],
    pages: Math.max(1, Math.floor(varieties / PAGE_SIZE)),
  }
}

export type Shelves = ReturnType<typeof readShelves>
