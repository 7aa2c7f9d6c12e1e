import { assertDurable, type Db, openDatabase } from '#db/client.ts'
import { migrateDatabase, whileLocked } from '#db/migrate.ts'
import type { Config } from '../config/config.ts'
import { seedDemoShop, seedReference } from '../demo/index.ts'

/**
 * The shop's database, opened, up to date and, in a demo, with its catalogue. Under a lock of all processes, so that
 * five servers that start together set it up once.
 */
export function openShop(config: Config): Promise<Db> {
  return whileLocked(config.databasePath, async () => {
    const db = openDatabase(config.databasePath)
    migrateDatabase(db)
    await seedReference(db)
    const demo = { storeName: config.store.name, hasEmbeddedPayments: config.payments.embedded }
    if (config.demo) await seedDemoShop(db, config.startsAt ?? Date.now(), demo)
    await assertDurable(db)
    return db
  })
}
