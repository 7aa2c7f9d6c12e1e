import { assertDurable, type Db, openDatabase } from '#db/client.ts'
import { migrateDatabase, whileLocked } from '#db/migrate.ts'
import type { Config } from '../config/config.ts'
import { seedDemoShop, seedReference } from '../demo/index.ts'
import { explained, prepareStorage } from './storage.ts'

/**
 * Opens the database, migrates it and seeds a demo. Holds a lock across processes, so that servers that start together
 * set it up once. @throws StorageError
 */
export function openShop(config: Config): Promise<Db> {
  const { databasePath } = config
  prepareStorage(config)
  return whileLocked(databasePath, async () => {
    const db = explained(databasePath, () => {
      const opened = openDatabase(databasePath)
      migrateDatabase(opened)
      return opened
    })
    await seedReference(db)
    const demo = { storeName: config.store.name, hasEmbeddedPayments: config.payments.embedded }
    if (config.demo) await seedDemoShop(db, config.startsAt ?? Date.now(), demo)
    await assertDurable(db)
    return db
  })
}
