import { closeDatabase, openDatabase } from '#db/client.ts'
import { unbuiltAssets } from '#src/assets.ts'
import { createServices } from '#src/compose.ts'
import { readConfig } from '#src/config/config.ts'
import { createLog } from '#src/log.ts'
import { prepareOrder } from '#src/orders/prepare.ts'
import { settle } from '#src/payments/finalize.ts'
import { keptSettings } from '#src/shop-settings/kept.ts'
import { countStatements, counts } from './count-statements.mjs'
import { repeat, repeatTimes } from './load.ts'
import type { Placed } from './measure-placing.ts'
import { type Measured, median, percentile } from './measured.ts'
import { openRawShop } from './order-transaction.ts'
import { paidNews, readyOrders } from './ready-orders.ts'

/**
 * A separate process, `placing.ts <seconds> <shop file>`: PREPARE and FINALIZE as the shop does them, one at a time and
 * eight at once, alternating with the bare transaction in one process on one disk, without HTTP or a provider.
 */
const ROUNDS = 3
const WARM_UP = 500
const COUNTED = 50
const WIDTHS = { one: 1, eight: 8 }

const [allSeconds = '9', file = ''] = process.argv.slice(2)
/** For each of the four in a round. */
const seconds = Number(allSeconds) / ROUNDS / 4

const db = openDatabase(file)
const services = createServices(readConfig({ DATABASE_PATH: file }), {
  db,
  log: createLog('silent'),
  assets: unbuiltAssets,
  apiBase: 'http://127.0.0.1:1',
  carrierBase: 'http://127.0.0.1:1',
})
const { clock } = services
keptSettings(db) // as a server's pages do; what a transaction reads is not kept
const make = await readyOrders(db, clock.now())
const bare = { full: openRawShop(`${file}-full`, 'FULL'), normal: openRawShop(`${file}-normal`, 'NORMAL') }

const rounds = {
  normal: [] as Measured[],
  full: [] as Measured[],
  one: [] as Measured[],
  eight: [] as Measured[],
}
const prepared: number[] = []
const waiting: number[] = []
let isAlone = false
const paces = { one: await pace(WIDTHS.one), eight: await pace(WIDTHS.eight) }
for (let round = 0; round < ROUNDS; round++) {
  for (const mode of ['normal', 'full'] as const)
    rounds[mode].push(await repeat(process.pid, 1, seconds, async () => void bare[mode].place()))
  for (const mode of ['one', 'eight'] as const) rounds[mode].push(await placeMany(mode))
}
const prepareMs = percentile(
  prepared.sort((a, b) => a - b),
  0.5,
)
const placed: Placed = {
  one: median(rounds.one),
  eight: median(rounds.eight),
  full: median(rounds.full),
  normal: median(rounds.normal),
  prepareMs,
  statements: await statementsAnOrder(),
}
process.stdout.write(`${JSON.stringify(placed)}\n`)
closeDatabase(db)

/** Warms up. @returns roughly how many orders per second to expect */
async function pace(width: number): Promise<number> {
  waiting.push(...(await make(WARM_UP)))
  return (await repeatTimes(process.pid, width, WARM_UP, place)).rps
}

/** As many as fill the time, so that they don't run out however fast the shop is. */
async function placeMany(mode: 'one' | 'eight'): Promise<Measured> {
  const count = Math.max(1, Math.ceil(paces[mode] * seconds))
  waiting.push(...(await make(count)))
  isAlone = mode === 'one'
  return repeatTimes(process.pid, WIDTHS[mode], count, place)
}

/** Counting comes last, because it costs a little. */
async function statementsAnOrder(): Promise<number> {
  waiting.push(...(await make(COUNTED)))
  countStatements()
  counts.run = 0
  await repeatTimes(process.pid, 1, COUNTED, place)
  return counts.run / COUNTED
}

async function place() {
  const orderId = waiting.pop()
  if (orderId === undefined) throw new Error('no order is left to place')
  const began = performance.now()
  const ready = await prepareOrder(db, orderId, { now: clock.now(), holdSeconds: 600, agreed: true })
  if (isAlone) prepared.push(performance.now() - began)
  if (!ready.ok) throw new Error(ready.refusal.message)
  const settled = await settle(services, paidNews(ready.order))
  if (settled !== 'completed') throw new Error(settled)
}
