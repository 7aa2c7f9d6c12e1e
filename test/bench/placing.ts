import { closeDatabase, openDatabase } from '#db/client.ts'
import { unbuiltAssets } from '#src/assets.ts'
import { createServices } from '#src/compose.ts'
import { readConfig } from '#src/config/config.ts'
import { createLog } from '#src/log.ts'
import { prepareOrder } from '#src/orders/prepare.ts'
import { settle } from '#src/payments/finalize.ts'
import { type Measured, median, repeat } from './load.ts'
import { openRawShop } from './order-transaction.ts'
import { paidNews, readyOrders } from './ready-orders.ts'

/**
 * A process of its own, `placing.ts <seconds> <shop file>`: PREPARE and FINALIZE as the shop does them, beside the
 * bare transaction, in turns in one process on one disk, without HTTP and without a provider.
 */
const ROUNDS = 3
const WARM_UP = 500
/** More than any machine places in a second. */
const ORDERS_A_SECOND = 1_500

const [allSeconds = '9', file = ''] = process.argv.slice(2)
const seconds = Number(allSeconds) / ROUNDS / 2

const db = openDatabase(file)
const services = createServices(readConfig({ DATABASE_PATH: file }), {
  db,
  log: createLog('silent'),
  assets: unbuiltAssets,
  apiBase: 'http://127.0.0.1:1',
})
const { clock } = services
const make = await readyOrders(db, clock.now())
const full = openRawShop(`${file}-full`, 'FULL')
const normal = openRawShop(`${file}-normal`, 'NORMAL')

const rounds = { placed: [] as Measured[], full: [] as Measured[], normal: [] as Measured[] }
const prepared: number[] = []
const waiting = await make(WARM_UP)
for (let count = 0; count < WARM_UP; count++) await place()
for (let round = 0; round < ROUNDS; round++) {
  waiting.push(...(await make(Math.ceil(seconds * ORDERS_A_SECOND))))
  rounds.normal.push(await repeat(process.pid, 1, seconds / 2, async () => void normal.place()))
  rounds.full.push(await repeat(process.pid, 1, seconds / 2, async () => void full.place()))
  rounds.placed.push(await repeat(process.pid, 1, seconds, place))
}
const [placed, bareFull, bareNormal] = [rounds.placed, rounds.full, rounds.normal].map(median)
const prepareMs = prepared.sort((a, b) => a - b)[prepared.length >> 1]
process.stdout.write(`${JSON.stringify({ placed, full: bareFull, normal: bareNormal, prepareMs })}\n`)
closeDatabase(db)

async function place() {
  const orderId = waiting.pop()
  if (orderId === undefined) throw new Error('no order is left to place')
  const began = performance.now()
  const ready = await prepareOrder(db, orderId, { now: clock.now(), holdSeconds: 600, agreed: true })
  prepared.push(performance.now() - began)
  if (!ready.ok) throw new Error(ready.refusal.message)
  const settled = await settle(services, paidNews(ready.order))
  if (settled !== 'completed') throw new Error(settled)
}
