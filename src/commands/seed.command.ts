import { existsSync, rmSync } from 'node:fs'
import { isInUse } from '#db/backup.ts'
import { closeDatabase } from '#db/client.ts'
import { whileLocked } from '#db/migrate.ts'
import { readConfig } from '../config/config.ts'
import { seedBenchShelves } from '../demo/bench.ts'
import { openShop } from './open-shop.ts'
import { isServed } from './running.ts'

/**
 * `npm run seed`: the demo shop, if it is not there yet. `-- --reset` begins it anew, `-- --bench` adds 10,000 offers,
 * roomy ship days and the variety `race-fifty`.
 */
const config = readConfig(process.env)
const wants = (flag: string) => process.argv.includes(flag)

if (!config.demo) fail('Only a demo shop is seeded.')
if (wants('--reset')) {
  const { databasePath } = config
  await whileLocked(databasePath, async () => {
    if ((await isServed(config)) || (existsSync(databasePath) && isInUse(databasePath)))
      fail('A server is running on this shop; stop it first.')
    for (const end of ['', '-wal', '-shm']) rmSync(databasePath + end, { force: true })
  })
}
const db = await openShop(config)
if (wants('--bench')) await seedBenchShelves(db, Date.now())
closeDatabase(db)
process.stdout.write(`The ${wants('--bench') ? 'bench' : 'demo'} shop is ready in ${config.databasePath}.\n`)

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
