import { existsSync } from 'node:fs'
import type { Db } from '#db/client.ts'
import { whileLocked } from '#db/migrate.ts'
import { isInUse, removeDatabase } from '#db/restore.ts'
import { shopClock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { seedBenchShelves } from '../demo/bench.ts'
import { addOrders } from '../demo/orders.ts'
import { fail, readArguments, runCommand, say } from './command.ts'
import { withShop } from './open-shop.ts'
import { isServed } from './running.ts'
import { prepareStorage } from './storage.ts'

/**
 * `npm run seed`: seeds the demo shop if it is empty. `-- --reset` deletes it first, `-- --bench` adds 10,000 offers,
 * roomy ship days and the variety `race-fifty`. `-- --orders 5000` places that many orders over the next ship days.
 */
await runCommand(
  async (config) => {
    const { values } = readArguments({
      reset: { type: 'boolean' },
      bench: { type: 'boolean' },
      orders: { type: 'string' },
    })
    if (!config.demo) fail('Only a demo shop can be seeded.')
    const orderCount = readOrderCount(values.orders)
    if (values.reset) await deleteShop(config)
    const seed = async (db: Db) => {
      if (values.bench) await seedBenchShelves(db, Date.now())
      if (orderCount > 0) await addOrders(db, orderCount, shopClock(db).now())
    }
    await withShop(config, seed, { isReset: values.reset ?? false })
    if (orderCount > 0) say(`Placed ${orderCount} orders.`)
    say(`The ${values.bench ? 'bench' : 'demo'} shop is ready in ${config.databasePath}.`)
  },
  { createsShop: true },
)

const MAX_ORDERS = 100_000

function readOrderCount(typed: string | undefined): number {
  if (typed === undefined) return 0
  const count = /^\d{1,6}$/.test(typed) ? Number(typed) : 0
  if (count < 1 || count > MAX_ORDERS)
    fail(`--orders takes a number from 1 to ${MAX_ORDERS}, not "${typed}".`)
  return count
}

async function deleteShop(config: Config) {
  const { databasePath } = config
  prepareStorage(config)
  await whileLocked(databasePath, async () => {
    if ((await isServed(config)) || (existsSync(databasePath) && isInUse(databasePath)))
      fail('A server is running on this shop; stop it first.')
    removeDatabase(databasePath)
  })
}
