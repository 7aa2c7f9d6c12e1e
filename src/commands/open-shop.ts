import { existsSync, statSync } from 'node:fs'
import { backUp } from '#db/backup.ts'
import { backupName } from '#db/backup-folder.ts'
import { assertDurable, closeDatabase, type Db, openDatabase, quickCheck } from '#db/client.ts'
import { migrateDatabase, schemaState, whileLocked } from '#db/migrate.ts'
import { remainsOf, removeLeftovers } from '#db/restore.ts'
import type { Config } from '../config/config.ts'
import { makeFolder } from '../config/folder.ts'
import { seedDemoShop, seedReference } from '../demo/index.ts'
import { reasonOf } from '../reason.ts'
import { explained, inWords, prepareStorage, StorageError } from './storage.ts'

/**
 * Opens the database, migrates it and seeds a demo. Holds a lock across processes, so that servers that start together
 * set it up once. @param isNew a live shop may create its database @param isReset its operator has just deleted it
 * @param mustExist a demo shop may not create its database either
 * @throws StorageError
 */
export async function openShop(
  config: Config,
  { isNew = false, isReset = false, mustExist = false } = {},
): Promise<Db> {
  const { databasePath } = config
  if (!isThere(databasePath) && !isReset) assertMayCreate(config, { isNew, mustExist })
  prepareStorage(config)
  return whileLocked(databasePath, async () => {
    removeLeftovers(databasePath)
    const db = explained(databasePath, () => openDatabase(databasePath))
    try {
      await bringUpToDate(db, config)
    } catch (error) {
      closeDatabase(db)
      throw inWords(databasePath, error)
    }
    return db
  })
}

/** Opens a shop that another process of the same start has just brought up to date. @throws StorageError */
export async function joinShop({ databasePath }: Config): Promise<Db> {
  if (!isThere(databasePath)) throw new StorageError(`DATABASE_PATH: there is no ${databasePath}.`)
  return explained(databasePath, () => openDatabase(databasePath))
}

/** Opens the shop for a command, and closes it also when the work fails. Without options it must exist. */
export async function withShop(
  config: Config,
  work: (db: Db) => Promise<void> | void,
  options: Parameters<typeof openShop>[1] = { mustExist: true },
) {
  const db = await openShop(config, options)
  try {
    await work(db)
  } finally {
    closeDatabase(db)
  }
}

const isThere = (databasePath: string) =>
  databasePath === ':memory:' || (existsSync(databasePath) && statSync(databasePath).size > 0)

/** A shop that can't find its database must not sell from an empty one. */
function assertMayCreate(
  { databasePath, demo }: Config,
  { isNew, mustExist }: { isNew: boolean; mustExist: boolean },
) {
  const [remains] = remainsOf(databasePath)
  if (remains !== undefined)
    throw new StorageError(
      `DATABASE_PATH: there is no ${databasePath}, but ${remains} is there. Restore a backup, or move that file away.`,
    )
  if (!demo && !isNew)
    throw new StorageError(
      `DATABASE_PATH: there is no ${databasePath}. Restore a backup, or start once with --new for an empty shop.`,
    )
  if (mustExist)
    throw new StorageError(
      `DATABASE_PATH: there is no shop at ${databasePath}. Start the shop once, or set DATABASE_PATH to its database.`,
    )
}

async function bringUpToDate(db: Db, config: Config) {
  const { databasePath } = config
  const state = explained(databasePath, () => {
    assertWhole(db, databasePath)
    return schemaState(db)
  })
  if (state === 'unknown')
    throw new StorageError(
      `DATABASE_PATH: a newer release has migrated ${databasePath}. Install that release, or restore the backup from before its migration.`,
    )
  if (state === 'behind') await backUpBeforeMigration(config)
  explained(databasePath, () => migrateDatabase(db))
  await seedReference(db)
  const shop = { storeName: config.store.name, hasEmbeddedPayments: config.payments.embedded }
  if (config.demo)
    await seedDemoShop(db, config.startsAt ?? Date.now(), { shop, hasWeather: true, hasParcels: true })
  await assertDurable(db)
}

function assertWhole(db: Db, databasePath: string) {
  const [problem] = quickCheck(db)
  if (problem !== undefined)
    throw new StorageError(`DATABASE_PATH: ${databasePath} is damaged (${problem}). Restore a backup.`)
}

async function backUpBeforeMigration({ databasePath, storagePath, backups }: Config) {
  if (databasePath === ':memory:') return
  const madeAt = new Date()
  const file = backupName(backups.path, 'migration', madeAt)
  try {
    makeFolder(backups.path)
    await backUp({ databasePath, storagePath, file, madeAt })
  } catch (error) {
    throw new StorageError(
      `BACKUP_PATH: no backup before the migration, which did not run: ${reasonOf(error)}.`,
    )
  }
}
