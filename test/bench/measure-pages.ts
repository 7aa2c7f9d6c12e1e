import { inTurns } from './in-turns.ts'
import { load } from './load.ts'
import { warmUpByShoppers } from './measure-shoppers.ts'
import { type Findings, lessSales, type Measured, type Row } from './measured.ts'
import { type Page, pagesOf, type Seat, takeSeats } from './pages.ts'
import { dearest } from './profile.ts'
import { type Sales, saleCpu, withSales } from './sales-process.ts'
import { readShelves, type Shelves, type Shop, withShop } from './shop.ts'
import type { Stage } from './stage.ts'
import { withYardstick, type Yardstick } from './yardstick-process.ts'

const CONNECTIONS = 16
/** Before anything is measured, ten seconds in total: a server that has just started is still compiling itself. */
const WARM_UP_BY_SHOPPERS = 5
const WARM_UP_BY_PAGES = 5
const SECONDS = 3
/** Sales come in whole numbers, so one long round is more accurate than three short ones. */
const BESIDE_SALES = { seconds: 5, leastSeconds: 3, rounds: 1 }
const SALES_ALONE_SECONDS = 6

export const SOLD = 'whole shoppers beside the pages'

type Visiting = { shop: Shop; pages: Page[]; seats: Seat[]; yardstick: Yardstick }

/** Pages as shoppers see them: in the usual shop first without sales, in all shops during ten sales a second. */
export async function measurePages(stage: Stage): Promise<Findings> {
  const { checkout, folder, profile, say } = stage
  const file = stage.copy()
  const flags = profile ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []
  const rows = await withYardstick(file, (yardstick) =>
    withShop(file, { checkout, flags }, (shop) => visit(stage, file, shop, yardstick)),
  )
  if (profile) say(`\nWhere the server's time went:\n${dearest(folder)}`)
  return { rows, figures: [] }
}

async function visit(stage: Stage, file: string, shop: Shop, yardstick: Yardstick): Promise<Row[]> {
  const shelves = readShelves(file)
  const seats = await takeSeats(shop, shelves, CONNECTIONS)
  const visiting = { shop, seats, yardstick, pages: wantedPages(shelves, stage) }
  await warmUp(visiting, shelves)
  const calm = stage.size.isWhole ? await measureCalm(stage, visiting) : []
  const busy = await withSales(shop, file, (sales) => measureBesideSales(stage, visiting, sales))
  for (const { shopper } of seats) shopper.leave()
  return [...calm, ...busy]
}

const wantedPages = (shelves: Shelves, { pace, size }: Stage) =>
  pagesOf(shelves).filter((page) => (size.isWhole ? pace >= 1 || !page.isLeftOutOfQuick : page.isBrief))

async function warmUp(visiting: Visiting, shelves: Shelves) {
  const { shop, pages } = visiting
  await warmUpByShoppers(shop, shelves, WARM_UP_BY_SHOPPERS)
  for (const page of pages) await ask(visiting, page, WARM_UP_BY_PAGES / pages.length)
}

async function measureCalm({ name, pace }: Stage, visiting: Visiting): Promise<Row[]> {
  const rows: Row[] = []
  for (const page of visiting.pages) {
    const measure = (seconds: number) => ask(visiting, page, seconds)
    const compared = await inTurns({ ...beside(visiting, page), seconds: SECONDS * pace, measure })
    rows.push({ shop: name, name: page.name, ...compared })
  }
  return rows
}

/** A sale's cost is measured last, alone and warm, then subtracted from what was measured during sales. */
async function measureBesideSales({ name, pace }: Stage, visiting: Visiting, sales: Sales): Promise<Row[]> {
  const seen: { row: Row; sold: number }[] = []
  const began = { paid: sales.paid(), at: performance.now() }
  for (const page of visiting.pages) {
    let sold = 0
    const measure = async (seconds: number) => {
      const before = sales.paid()
      const measured = await ask(visiting, page, seconds)
      sold += sales.paid() - before
      return measured
    }
    const { rounds, leastSeconds } = BESIDE_SALES
    const seconds = Math.max(BESIDE_SALES.seconds * pace, leastSeconds)
    const turns = { ...beside(visiting, page), seconds, rounds, measure }
    seen.push({ row: { shop: name, name: page.name, isBesideSales: true, ...(await inTurns(turns)) }, sold })
  }
  const count = sales.paid() - began.paid
  const rps = (count * 1000) / (performance.now() - began.at)
  const cpu = await saleCpu(visiting.shop, sales, SALES_ALONE_SECONDS * Math.max(pace, 0.5))
  const sold: Measured = { rps, count, cpu, failed: sales.failed(), p50: 0, p99: 0, max: 0, bytes: 0 }
  return [
    ...seen.map(({ row, sold }) => ({ ...row, measured: lessSales(row.measured, sold, cpu) })),
    { shop: name, name: SOLD, measured: sold },
  ]
}

const beside = ({ yardstick }: Visiting, { connections = CONNECTIONS, beside = 'bare query' }: Page) => ({
  yardstick,
  beside,
  connections,
})

const ask = ({ shop, seats }: Visiting, { ask, connections = CONNECTIONS }: Page, seconds: number) =>
  load({
    port: shop.port,
    pid: shop.pid,
    connections,
    seconds,
    next: (connection, turn) => ask(seats[connection] as Seat, turn),
  })
