import { sql } from 'drizzle-orm'
import { browse, browseUntil, p99 } from '../../support/browsing.ts'
import { CENTER } from '../../support/clerks.ts'
import { type Processes, type Server, stopAll, until } from '../../support/processes.ts'
import type { Shopper } from '../../support/shopper.ts'
import {
  countOf,
  fillBoard,
  sellNothingByWeight,
  signInAsClerk,
  startExport,
  untilExported,
} from './exports.ts'

export type BesideShoppers = {
  orders: number
  idleP99: number
  busyP99: number
  /** While one press ships all of the wave's boxes. */
  shippingP99: number
  pages: number
  seconds: number
}

const IDLE_PAGES = 500

/**
 * Shoppers' page times while a center exports this many orders, in milliseconds, and before. Repeats the export until
 * as many pages were visited as before: with few pages, the p99 is a single page.
 */
export async function exportBesideShoppers(scene: Processes, orders: number): Promise<BesideShoppers> {
  const databasePath = await scene.database('beside')
  await fillBoard(databasePath, orders)
  sellNothingByWeight(databasePath)
  const shop = await scene.server({ databasePath })
  const clerk = await signInAsClerk(shop)
  await until('the new orders are in the books and sums', async () => waitingOrders(databasePath) === 0)
  await browse(shop.origin, (seen) => seen < IDLE_PAGES) // warm-up
  const idle = await browse(shop.origin, (seen) => seen < IDLE_PAGES)
  let last = await measureExport(shop, clerk)
  const busy = [...last.pages]
  while (busy.length < IDLE_PAGES) {
    await clerk.call('POST', `${last.wave}/void`)
    last = await measureExport(shop, clerk)
    busy.push(...last.pages)
  }
  const shipped = clerk.submit('POST', `${last.wave}/shipped`, { select_all: 'filter', without_labels: '1' })
  const shipping = await browseUntil(shop.origin, shipped)
  if ((await shipped).status !== 303) throw new Error(`shipping was answered ${(await shipped).status}`)
  await stopAll(shop)
  const p99s = { idleP99: p99(idle), busyP99: p99(busy), shippingP99: p99(shipping) }
  return { orders, ...p99s, pages: busy.length, seconds: last.seconds }
}

const waitingOrders = (databasePath: string) =>
  countOf(databasePath, sql`unposted_orders`) + countOf(databasePath, sql`report_changes`)

async function measureExport(shop: Server, clerk: Shopper) {
  const startedAt = performance.now()
  const exported = untilExported(clerk, await startExport(clerk))
  const pages = await browseUntil(shop.origin, exported)
  const { job_status, packing_wave_id } = await exported
  if (job_status !== 'complete') throw new Error(`the export ended as ${job_status}`)
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10
  return { pages, seconds, wave: `${CENTER}/packing_waves/${packing_wave_id}` }
}
