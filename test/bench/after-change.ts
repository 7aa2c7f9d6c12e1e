import { Database } from '#db/driver.mjs'
import { browse } from './measure-shoppers.ts'
import { type Row, timesOf } from './measured.ts'
import { PAGE, type Page, pagesOf } from './pages.ts'
import { cpuMs } from './process-usage.ts'
import type { Shelves, Shop } from './shop.ts'
import type { Shopper } from './shopper.ts'

const VISITS = 80
const WARM_UP = 20
const CHANGED_SEED = 800_000

export const afterChange = (page: string) => `${page}, right after a change of stock`

/** Visits pages on an idle server, each right after an offer lost a unit: measures the work a sale invalidates. */
export async function measureAfterChange(
  shopName: string,
  shop: Shop,
  file: string,
  shelves: Shelves,
): Promise<Row[]> {
  const db = new Database(file)
  const take = db.prepare(
    'update stock set on_hand = on_hand - 1 where fc_id = 1 and offer_id = (select id from offers where token = ?)',
  )
  const change = (turn: number) => take.run(shelves.tokens[(turn * 31) % shelves.tokens.length])
  const shopper = await browse(shop, shelves, CHANGED_SEED)
  const wanted: string[] = [PAGE.listing, PAGE.product, PAGE.home]
  const rows: Row[] = []
  for (const page of pagesOf(shelves).filter(({ name }) => wanted.includes(name))) {
    const measured = await visitAfterChanges(shop, shopper, page, change)
    rows.push({ shop: shopName, name: afterChange(page.name), measured })
  }
  shopper.leave()
  db.close()
  return rows
}

async function visitAfterChanges(
  { pid }: Shop,
  shopper: Shopper,
  page: Page,
  change: (turn: number) => unknown,
) {
  const [took, used]: [number[], number[]] = [[], []]
  let [failed, bytes] = [0, 0]
  for (let turn = 0; turn < WARM_UP + VISITS; turn++) {
    change(turn)
    const [asked, usedBefore] = [performance.now(), cpuMs(pid)]
    const { status, body } = await shopper.ask(page.ask({ shopper, order: '' }, turn))
    if (status !== 200) failed++
    bytes = body.length
    if (turn < WARM_UP) continue
    took.push(performance.now() - asked)
    used.push(cpuMs(pid) - usedBefore)
  }
  const elapsed = took.reduce((sum, ms) => sum + ms, 0)
  const rps = (took.length * 1000) / elapsed
  return { rps, count: took.length, cpu: timesOf(used).p50, failed, bytes, ...timesOf(took) }
}
