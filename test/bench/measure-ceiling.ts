import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { Database } from '#db/driver.mjs'
import { atPace } from './at-pace.ts'
import { type Attempt, type Ceiling, findCeiling, P99_MS, whatRanOut } from './ceiling.ts'
import { watchMachine } from './machine-use.ts'
import { buyWhole, warmUpByShoppers } from './measure-shoppers.ts'
import { type Findings, type Measured, timesOf } from './measured.ts'
import { pagesOf, takeSeats } from './pages.ts'
import { ASKING } from './processes.ts'
import { readShelves, type Shelves, type Shop, withShop } from './shop.ts'
import type { Stage } from './stage.ts'

const WARM_UP_SECONDS = 10
const SECONDS = 6
const LEAST_SECONDS = 3
const VISITORS = 64
const BUYERS_AT_ONCE = 128
/** Pages that were never asked for take longest, and a shop runs for days. */
const WARM_UP_PAGES_A_SECOND = 100
/** Rates that any machine bears. */
const FIRST_BROWSING = 25
const FIRST_ORDERS = 0.5
/** Seeds apart from those of the other parts. */
const FIRST_BUYER = 3_000_000
const JOBS_WITHIN_MS = 60_000

const under = `while p99 stays under ${P99_MS} ms`
export const BROWSING_CEILING = `browse requests a second, ${under}`
export const ORDERS_CEILING = `paid orders a minute, ${under}`

/** One core asks, and the server has all others. */
const SERVER_CORES = cpus().flatMap((_, core) => (core === ASKING ? [] : [core]))

type Served = { stage: Stage; shop: Shop; file: string; shelves: Shelves; seconds: number }

/** What this machine bears: the highest rates of browsing and of orders at which requests stay quick. */
export async function measureCeiling(stage: Stage): Promise<Findings> {
  const { checkout, copy, pace } = stage
  const file = copy()
  const count = SERVER_CORES.length
  const args = count > 1 ? ['--processes', String(count)] : []
  return withShop(file, { checkout, core: SERVER_CORES.join(','), args }, async (shop) => {
    const shelves = readShelves(file)
    const served = { stage, shop, file, shelves, seconds: Math.max(SECONDS * pace, LEAST_SECONDS) }
    await warmUpByShoppers(shop, shelves, WARM_UP_SECONDS * pace)
    const browsing = await findCeiling(FIRST_BROWSING, await browser(served))
    const orders = await findCeiling(FIRST_ORDERS, buyer(served))
    return findingsOf(stage, browsing, orders)
  })
}

function findingsOf({ name: shop }: Stage, browsing: Ceiling, orders: Ceiling): Findings {
  const parts = [
    { name: BROWSING_CEILING, found: browsing, times: 1, unit: '/s' },
    { name: ORDERS_CEILING, found: orders, times: 60, unit: '' },
  ]
  return {
    rows: parts.flatMap(({ name, found: { borne } }) =>
      borne ? [{ shop, name: `at the ceiling of ${name}`, measured: borne.measured }] : [],
    ),
    figures: parts.map(({ name, found: { borne }, times, unit }) => ({
      shop,
      name,
      value: (borne?.aSecond ?? 0) * times,
      unit,
    })),
    notes: parts.map(({ name, found, times }) => `${shop}, ${name}: ${noteOf(found, times)}`),
  }
}

const percent = (share: number) => `${Math.round(share * 100)} %`

function noteOf({ broken }: Ceiling, times: number): string {
  if (!broken) return 'no rate was too much.'
  const { aSecond, measured, serverBusy, askingBusy, diskWait } = broken
  const use = `the server's cores were busy ${percent(serverBusy)} of the time and the generator's ${percent(askingBusy)}, and something waited for the disk ${percent(diskWait)} of it`
  return `at ${(aSecond * times).toFixed(0)}, p99 was ${measured.p99.toFixed(0)} ms; ${use}. What ran out first: ${whatRanOut(broken)}.`
}

/** Visitors with a cart who look at pages, each on a different one at any time. */
async function browser({ stage, shop, file, shelves, seconds }: Served) {
  const pages = pagesOf(shelves).filter(({ isBrief, beside }) => isBrief && !beside)
  const seats = await takeSeats(shop, shelves, VISITORS)
  const ask = async (seat: (typeof seats)[number], nth: number) => {
    const page = pages[nth % pages.length]!
    const { status } = await seat.shopper.ask(page.ask(seat, Math.floor(nth / pages.length)))
    return status < 400
  }
  const browse = (aSecond: number, forSeconds: number) =>
    atPace({ pid: shop.pid, aSecond, seconds: forSeconds, seats, ask })
  await jobsDoneMs(file)
  await browse(WARM_UP_PAGES_A_SECOND, WARM_UP_SECONDS * stage.pace)
  return async (aSecond: number): Promise<Attempt> => {
    const used = watch(shop)
    const measured = await browse(aSecond, seconds)
    const attempt = { aSecond, measured, answered: shareOf(measured, aSecond, seconds), isBehind: false }
    return told(stage, { ...attempt, ...used() })
  }
}

/** Whole shoppers, whose every request counts, and the jobs that their orders leave. */
function buyer({ stage, shop, file, shelves, seconds }: Served) {
  let seed = FIRST_BUYER
  const seats = Array.from({ length: BUYERS_AT_ONCE })
  return async (aSecond: number): Promise<Attempt> => {
    const took: number[] = []
    const used = watch(shop)
    const ask = () =>
      buyWhole(shop, shelves, seed++, (ms) => void took.push(ms)).then(
        () => true,
        () => false,
      )
    const paid = await atPace({ pid: shop.pid, aSecond, seconds, seats, ask })
    const use = used()
    const isBehind = (await jobsDoneMs(file)) > seconds * 1000
    const measured = { ...paid, ...timesOf(took) }
    return told(stage, { aSecond, measured, answered: shareOf(paid, aSecond, seconds), isBehind, ...use })
  }
}

const watch = ({ pid }: Shop) => watchMachine(pid, { server: SERVER_CORES, asking: [ASKING] })

const shareOf = ({ count }: Measured, aSecond: number, seconds: number) =>
  count / Math.ceil(aSecond * seconds)

function told({ say }: Stage, attempt: Attempt): Attempt {
  const { aSecond, measured, serverBusy } = attempt
  say(
    `    ${aSecond.toFixed(1)} a second: p99 ${measured.p99.toFixed(0)} ms, server ${percent(serverBusy)} busy`,
  )
  return attempt
}

/** Waits until no job is due. @returns how long that took */
async function jobsDoneMs(file: string): Promise<number> {
  const db = new Database(file, { readonly: true })
  const due = db.prepare(`select count(*) from jobs where state in ('queued', 'running') and run_at <= ?`)
  const began = performance.now()
  const elapsed = () => performance.now() - began
  while (elapsed() < JOBS_WITHIN_MS && due.pluck().get(Date.now()) !== 0) await pause(50)
  db.close()
  return elapsed()
}
