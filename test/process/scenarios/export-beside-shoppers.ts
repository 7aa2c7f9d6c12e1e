import { browse, browseUntil, p99 } from '../../support/browsing.ts'
import { CENTER } from '../../support/clerks.ts'
import { type Processes, stopAll } from '../../support/processes.ts'
import { fillBoard, sellNothingByWeight, signInAsClerk, startExport, untilExported } from './exports.ts'

export type BesideShoppers = {
  orders: number
  idleP99: number
  busyP99: number
  /** While one press ships all boxes of the wave. */
  shippingP99: number
  pages: number
  seconds: number
}

const IDLE_PAGES = 500

/** How long shoppers wait for pages while a center exports this many orders, in milliseconds, and how long before. */
export async function exportBesideShoppers(scene: Processes, orders: number): Promise<BesideShoppers> {
  const databasePath = await scene.database('beside')
  await fillBoard(databasePath, orders)
  sellNothingByWeight(databasePath)
  const shop = await scene.server({ databasePath })
  const clerk = await signInAsClerk(shop)
  await browse(shop.origin, (seen) => seen < IDLE_PAGES) // warms up
  const idle = await browse(shop.origin, (seen) => seen < IDLE_PAGES)
  const startedAt = performance.now()
  const job = await startExport(clerk)
  const exported = untilExported(clerk, job)
  const busy = await browseUntil(shop.origin, exported)
  const { job_status, packing_wave_id } = await exported
  if (job_status !== 'complete') throw new Error(`the export ended as ${job_status}`)
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10
  const path = `${CENTER}/packing_waves/${packing_wave_id}/shipped`
  const shipped = clerk.submit('POST', path, { select_all: 'filter' })
  const shipping = await browseUntil(shop.origin, shipped)
  if ((await shipped).status !== 303) throw new Error(`shipping was answered ${(await shipped).status}`)
  await stopAll(shop)
  const p99s = { idleP99: p99(idle), busyP99: p99(busy), shippingP99: p99(shipping) }
  return { orders, ...p99s, pages: busy.length, seconds }
}
