import { load } from './load.ts'
import { warmUpByShoppers } from './measure-shoppers.ts'
import type { Findings, Row } from './measured.ts'
import { pagesOf, type Seat, takeSeats } from './pages.ts'
import { BOTH } from './processes.ts'
import { SALES_A_SECOND, withSales } from './sales-process.ts'
import { readShelves, type Shop, withShop } from './shop.ts'
import type { Stage } from './stage.ts'

const CONNECTIONS = 16
const SECONDS = 8
const WARM_UP_SECONDS = 4
const COUNTS = [1, 2]

/**
 * The same mix of pages and sales with one process and with two. Both may use every core and share them with the load
 * generator, so on two cores this shows less than half of what a second process is worth.
 */
export async function measureProcesses(stage: Stage): Promise<Findings> {
  const rows: Row[] = []
  for (const count of COUNTS) rows.push(await measureMix(stage, count))
  return { rows, figures: [] }
}

async function measureMix({ name: shop, checkout, pace, copy }: Stage, count: number): Promise<Row> {
  const file = copy()
  const args = count > 1 ? ['--processes', String(count)] : []
  const measured = await withShop(file, { checkout, core: BOTH, args }, async (served) => {
    await warmUpByShoppers(served, readShelves(file), WARM_UP_SECONDS)
    const ask = await mixOf(served, file)
    return withSales(served, file, async () => {
      await ask(WARM_UP_SECONDS)
      return ask(SECONDS * Math.max(pace, 0.5))
    })
  })
  const name = `mix of pages beside ${SALES_A_SECOND} sales a second, by ${count === 1 ? 'one process' : `${count} processes`}`
  return { shop, name, measured }
}

/** Every page in rotation, each visitor on a different one at any time. */
async function mixOf(shop: Shop, file: string) {
  const shelves = readShelves(file)
  const seats = await takeSeats(shop, shelves, CONNECTIONS)
  for (const { shopper } of seats) shopper.leave()
  const pages = pagesOf(shelves).filter(({ isBrief }) => isBrief)
  return (seconds: number) =>
    load({
      port: shop.port,
      pid: shop.pid,
      connections: CONNECTIONS,
      seconds,
      next: (connection, turn) =>
        pages[(turn + connection) % pages.length]!.ask(
          seats[connection] as Seat,
          Math.floor(turn / pages.length),
        ),
    })
}
