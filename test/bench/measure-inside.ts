import { setTimeout as pause } from 'node:timers/promises'
import { Database } from '#db/driver.mjs'
import { measureAfterChange } from './after-change.ts'
import { atPace } from './at-pace.ts'
import { withWatchedShop } from './inside.ts'
import { repeatTimes } from './load.ts'
import { browse, buyWhole } from './measure-shoppers.ts'
import type { Figure, Findings, Row } from './measured.ts'
import { PAGE, type Page, pagesOf } from './pages.ts'
import { withSales } from './sales-process.ts'
import { readShelves, type Shelves, type Shop } from './shop.ts'
import type { Stage } from './stage.ts'

const WARM_UP_SHOPPERS = 60
const COUNTED_SHOPPERS = 24
/** Receipts and events follow an order after a moment. */
const JOBS_DONE_MS = 500
const TASKS_REST_WITHIN_MS = 180_000
const VISITS_A_SECOND = 10
const WARM_UP_SECONDS = 4
const SECONDS = 15
const SEATS = 12

export const STATEMENTS = 'statements a shopper'
export const STAND_STILL = 'longest stand-still of the loop, by processor time'
/** Rare enough that every visit is the first after a sale or two. */
const unhurried = (page: string) => `${page}, ten a second`

/** What only the server itself can measure: statements per shopper, and how long its event loop is blocked. */
export async function measureInside({ name, checkout, copy, pace }: Stage): Promise<Findings> {
  const file = copy()
  const shelves = readShelves(file)
  let seed = 2_000
  return withWatchedShop(file, checkout, async (shop) => {
    const buy = () => buyWhole(shop, shelves, seed++)
    await repeatTimes(shop.pid, 8, WARM_UP_SHOPPERS, buy)
    await untilTasksRest(file)
    await pause(JOBS_DONE_MS)
    await shop.seen()
    await repeatTimes(shop.pid, 8, COUNTED_SHOPPERS, buy)
    await pause(JOBS_DONE_MS)
    const counted = await shop.seen()
    const changed = await measureAfterChange(name, shop, file, shelves)
    const alone = await shop.seen()

    const { visits, stood } = await withSales(shop, file, async () => {
      await visitUnhurried(shop, shelves, WARM_UP_SECONDS)
      await shop.seen()
      const visits = await visitUnhurried(shop, shelves, SECONDS * Math.max(pace, 0.5))
      return { visits, stood: await shop.seen() }
    })

    const figures: Omit<Figure, 'shop'>[] = [
      { name: STATEMENTS, value: counted.run / COUNTED_SHOPPERS, unit: '' },
      { name: 'of these prepared for it', value: counted.prepared / COUNTED_SHOPPERS, unit: '' },
      { name: STAND_STILL, value: stood.longestBusyMs, unit: 'ms' },
      { name: 'the same, by the clock', value: stood.longestMs, unit: 'ms' },
      { name: 'the same, by processor time, one page at a time', value: alone.longestBusyMs, unit: 'ms' },
    ]
    return {
      figures: figures.map((figure) => ({ shop: name, ...figure })),
      rows: [...changed, ...visits.map((visit): Row => ({ shop: name, isBesideSales: true, ...visit }))],
    }
  })
}

/**
 * What the shop does once a day and once a minute, such as checking its ledgers and keeping its books, is no shopper's
 * work. A first start does all of it.
 */
async function untilTasksRest(file: string) {
  const db = new Database(file, { readonly: true })
  const running = db.prepare('select count(*) from scheduled_tasks where finished_at is null').pluck()
  const until = performance.now() + TASKS_REST_WITHIN_MS
  while (running.get() !== 0 || !isBetweenMinutes(Date.now())) {
    if (performance.now() > until) throw new Error("the shop's scheduled tasks did not end")
    await pause(50)
  }
  db.close()
}

/** The tasks of this minute have begun, and the counted shoppers are done before the next. */
function isBetweenMinutes(now: number): boolean {
  const seconds = (now / 1000) % 60
  return seconds > 2 && seconds < 40
}

/** Three kinds of pages at an even pace, for shoppers with something in the cart. */
async function visitUnhurried(shop: Shop, shelves: Shelves, seconds: number) {
  const wanted: string[] = [PAGE.listing, PAGE.product, PAGE.home]
  const pages = pagesOf(shelves).filter(({ name }) => wanted.includes(name))
  return Promise.all(pages.map((page, nth) => visitOne(shop, shelves, page, nth * SEATS, seconds)))
}

async function visitOne(shop: Shop, shelves: Shelves, page: Page, seed: number, seconds: number) {
  const seats = await Promise.all(
    Array.from({ length: SEATS }, (_, nth) => browse(shop, shelves, seed + nth)),
  )
  const measured = await atPace({
    pid: shop.pid,
    aSecond: VISITS_A_SECOND,
    seconds,
    seats,
    ask: async (shopper, turn) => (await shopper.ask(page.ask({ shopper, order: '' }, turn))).status === 200,
  })
  for (const shopper of seats) shopper.leave()
  // The process's CPU time covers everything going on, not just these pages.
  return { name: unhurried(page.name), measured: { ...measured, cpu: 0 } }
}
