import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { sql } from 'drizzle-orm'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Db } from './client.ts'
import { Database } from './driver.mjs'

/** Relative to the working directory, because a bundled server doesn't know this file's path. */
const MIGRATIONS_FOLDER = 'db/migrations'
const LOCK_TIMEOUT_MS = 120_000

/**
 * Safe to repeat, but not to run twice at once: see `whileLocked`. SQLite alters some things only by recreating a
 * table, and dropping the old one would delete rows that refer to it. So foreign keys are off, which must be set
 * outside the migration's own transaction.
 */
export function migrateDatabase(db: Db, migrationsFolder = MIGRATIONS_FOLDER) {
  db.run(sql`pragma foreign_keys = off`)
  try {
    migrate(db, { migrationsFolder })
  } finally {
    db.run(sql`pragma foreign_keys = on`)
  }
}

export type SchemaState = 'empty' | 'current' | 'behind' | 'unknown'

/** Compares the migrations that ran on this database with ours. `unknown`: a newer release has migrated it. */
export function schemaState(db: Db): SchemaState {
  const ran = migrationsRun(db)
  const ours = ownMigrations()
  if (ran.length === 0) return 'empty'
  if (ran.some((at) => !ours.has(at))) return 'unknown'
  return ran.length === ours.size ? 'current' : 'behind'
}

let own: ReadonlySet<number> | undefined

/** Read once: they belong to the release that this process runs, even while the next one is being installed. */
function ownMigrations(): ReadonlySet<number> {
  own ??= new Set(
    readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).map(({ folderMillis }) => folderMillis),
  )
  return own
}

function migrationsRun(db: Db): number[] {
  const table = db.get(sql`select 1 from sqlite_schema where name = '__drizzle_migrations'`)
  if (!table) return []
  return db.all<{ at: number }>(sql`select created_at as at from __drizzle_migrations`).map(({ at }) => at)
}

/** A transaction on its own file, so that the system releases the lock however the process ends. */
export async function whileLocked<T>(databasePath: string, work: () => Promise<T>): Promise<T> {
  if (databasePath === ':memory:') return work()
  mkdirSync(dirname(databasePath), { recursive: true })
  const lock = new Database(`${databasePath}.lock`, { timeout: LOCK_TIMEOUT_MS })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return await work()
  } finally {
    lock.close()
  }
}
