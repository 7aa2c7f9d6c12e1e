import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Database } from '#db/driver.mjs'
import { freePort } from '../support/free-port.ts'
import { ASKING, finish, type Process, SERVED, start } from './processes.ts'

const READY_WITHIN_MS = 20_000

export const PAYMENT_KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_bench',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_bench',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_bench_only',
}

export type Size = 'demo' | 'bench'

/** Makes a shop's file by the shop's own command. */
export async function seedShop(folder: string, size: Size): Promise<string> {
  const file = join(folder, size, 'shop.sqlite3')
  const flags = size === 'bench' ? ['--bench'] : []
  await finish(ASKING, ['.build/commands/seed.js', ...flags], {
    DATABASE_PATH: file,
    PORT: String(await freePort()),
  })
  return file
}

export const copyShop = (file: string, name: string): string => {
  const copy = join(file, '..', name)
  copyFileSync(file, copy)
  return copy
}

export type Shop = {
  port: number
  standInPort: number
  pid: number
  startedMs: number
  stop(): Promise<void>
}

/** A server of its own on the served core (or another), its payments company on the other. */
export async function openShop(
  file: string,
  nodeFlags: string[] = [],
  core: number | string = SERVED,
): Promise<Shop> {
  const [port, standInPort] = [await freePort(), await freePort()]
  const standIn = await startStandIn(port, standInPort)
  const began = performance.now()
  const server = start(core, [...nodeFlags, '.build/server.js'], {
    ...PAYMENT_KEYS,
    NODE_ENV: 'production',
    DATABASE_PATH: file,
    PORT: String(port),
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    STRIPE_API_BASE: `http://127.0.0.1:${standInPort}`,
    STRIPE_JS_URL: `http://127.0.0.1:${standInPort}/browser/stripe.js`,
  })
  server.firstLine.catch(() => undefined)
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

async function startStandIn(shopPort: number, port: number): Promise<Process> {
  const standIn = start(ASKING, ['.build/stand-in.js'], {
    ...PAYMENT_KEYS,
    STAND_IN_PORT: String(port),
    WEBHOOK_URL: `http://127.0.0.1:${shopPort}/webhooks/stripe`,
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

/** What there is to buy in plenty, and whose pages there are to look at. */
export function readShelves(file: string) {
  const db = new Database(file, { readonly: true })
  const rows = db
    .prepare(`
      select offers.token, varieties.slug from offers join varieties on varieties.id = offers.variety_id
      join stock on stock.offer_id = offers.id and stock.fc_id = 1
      where varieties.hidden = 0 and stock.on_hand >= 20 and offers.min_quantity = 1 and offers.price_cents between 2000 and 30000
      order by offers.id desc limit 2000`)
    .all() as { token: string; slug: string }[]
  db.close()
  return { tokens: rows.map((row) => row.token), slugs: [...new Set(rows.map((row) => row.slug))] }
}

export type Shelves = ReturnType<typeof readShelves>
