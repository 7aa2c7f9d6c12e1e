import { expect, test } from 'vitest'
import { startFrontProxy } from '../support/front-proxy.ts'
import { errorsOf, stopAll, until, withProcesses } from '../support/processes.ts'
import {
  bookProblems,
  lastOrderId,
  offerOf,
  ordersSince,
  readShop,
  stockUp,
  untilAtRest,
} from '../support/shop-data.ts'
import { startShopping } from './scenarios/shopping.ts'

const DEPLOYMENTS = 2
const REQUESTS_PER_SECOND = 60

test('OPS-12 a second process takes over a running shop, twice under load: no request or order is lost', () =>
  withProcesses(async (processes) => {
    const databasePath = await processes.database('deployed')
    await stockUp(databasePath, 'grass-fed-ribeye', 20_000)
    const [offer, afterId] = readShop(databasePath, (db) => [
      offerOf(db, 'grass-fed-ribeye'),
      lastOrderId(db),
    ])
    const front = await processes.freePort()
    const payments = await processes.standIn({ webhookPort: front })
    let serving = await processes.server({ databasePath, payments })
    const proxy = await startFrontProxy(front, serving.port)
    const load = startShopping(proxy, payments, [offer], REQUESTS_PER_SECOND)

    for (let nth = 0; nth < DEPLOYMENTS; nth++) {
      await load.requestsFromNow(REQUESTS_PER_SECOND)
      const next = await processes.server({ databasePath, payments })
      proxy.leadTo(next.port)
      await until('the old process has nothing in hand', () => proxy.isDoneWith(serving.port))
      expect(await stopAll(serving)).toEqual([0])
      expect(errorsOf(serving)).toEqual([])
      serving = next
    }
    await load.requestsFromNow(REQUESTS_PER_SECOND)
    const history = await load.end()
    await untilAtRest(databasePath, payments)
    const ledger = await payments.ledger()
    await stopAll(serving, payments)
    await proxy.stop()

    expect(proxy.lost).toEqual([])
    expect(proxy.answeredBy(serving.port)).toBeGreaterThanOrEqual(REQUESTS_PER_SECOND)
    const paid = history.filter(({ told }) => told === 'paid').map(({ orderToken }) => orderToken)
    expect(paid.length).toBeGreaterThan(5)
    readShop(databasePath, (db) => {
      const placed = ordersSince(db, afterId).flatMap((one) => (one.placedAt ? [one.token] : []))
      expect(placed).toEqual(expect.arrayContaining(paid))
      expect(bookProblems(db, ledger, afterId)).toEqual([])
    })
  }))
