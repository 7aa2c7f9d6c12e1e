import { existsSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { Checkout } from './checkout.ts'
import { type Shop, withShop } from './shop.ts'

const Seen = z.object({
  run: z.number(),
  prepared: z.number(),
  longestMs: z.number(),
  longestBusyMs: z.number(),
})

export type Seen = z.infer<typeof Seen>

type WatchedShop = Shop & {
  /** Its figures since the last call. */
  seen(): Promise<Seen>
}

const WATCHER = pathToFileURL(resolve('test/bench/inside-server.mjs')).href
const TELLS_WITHIN_MS = 20_000

/** A server that counts its statements and watches its event loop, at a small cost. */
export function withWatchedShop<T>(
  file: string,
  checkout: Checkout,
  use: (shop: WatchedShop) => Promise<T>,
): Promise<T> {
  const path = resolve(`${file}-seen.json`)
  const options = { checkout, flags: ['--import', WATCHER], env: { BENCH_INSIDE: path } }
  return withShop(file, options, (shop) => use({ ...shop, seen: () => seenBy(shop, path) }))
}

async function seenBy({ pid }: Shop, path: string): Promise<Seen> {
  rmSync(path, { force: true })
  process.kill(pid, 'SIGUSR2')
  const until = performance.now() + TELLS_WITHIN_MS
  while (!existsSync(path)) {
    if (performance.now() > until) throw new Error('the watched server did not tell what it saw')
    await pause(5)
  }
  return Seen.parse(JSON.parse(readFileSync(path, 'utf8')))
}
