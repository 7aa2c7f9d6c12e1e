import { existsSync } from 'node:fs'
import type { Db } from '#db/client.ts'
import { whileLocked } from '#db/migrate.ts'
import { isInUse, removeDatabase } from '#db/restore.ts'
import type { Config } from '../config/config.ts'
import { seedBenchShelves } from '../demo/bench.ts'
import { fail, readArguments, runCommand, say } from './command.ts'
import { withShop } from './open-shop.ts'
import { isServed } from './running.ts'
import { prepareStorage } from './storage.ts'

/**
 * `npm run seed`: seeds the demo shop if it is empty. `-- --reset` deletes it first, `-- --bench` adds 10,000 offers,
 * roomy ship days and the variety `race-fifty`.
 */
await runCommand(
  async (config) => {
    const { values } = readArguments({ reset: { type: 'boolean' }, bench: { type: 'boolean' } })
    if (!config.demo) fail('Only a demo shop can be seeded.')
    if (values.reset) await deleteShop(config)
    const seed = (db: Db) => (values.bench ? seedBenchShelves(db, Date.now()) : undefined)
    await withShop(config, seed, { isReset: values.reset ?? false })
    say(`The ${values.bench ? 'bench' : 'demo'} shop is ready in ${config.databasePath}.`)
  },
  { createsShop: true },
)

async function deleteShop(config: Config) {
  const { databasePath } = config
  prepareStorage(config)
  await whileLocked(databasePath, async () => {
    if ((await isServed(config)) || (existsSync(databasePath) && isInUse(databasePath)))
      fail('A server is running on this shop; stop it first.')
    removeDatabase(databasePath)
  })
}
