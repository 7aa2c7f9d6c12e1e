import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { sql } from 'drizzle-orm'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import type { Db } from './client.ts'
import { Database } from './driver.mjs'

/** From the working directory: a bundled server no longer knows where this file stood. */
const MIGRATIONS_FOLDER = 'db/migrations'
const LOCK_PATIENCE_MS = 120_000

/**
 * Brings the schema up to date. Safe to repeat, but not to run twice at once: see `whileLocked`. SQLite changes some
 * things of a table only by making it anew and dropping the old one, which would take along what refers to it: so
 * references are not looked at meanwhile, which has to be said outside of the migration's own transaction.
 */
export function migrateDatabase(db: Db, migrationsFolder = MIGRATIONS_FOLDER) {
  db.run(sql`pragma foreign_keys = off`)
  try {
    migrate(db, { migrationsFolder })
  } finally {
    db.run(sql`pragma foreign_keys = on`)
  }
}

/**
 * Runs `work` while no other process does, for the same database file: five servers starting together migrate
 * and seed once. The lock is a transaction on a file of its own, so the system frees it however a process ends.
 */
export async function whileLocked<T>(databasePath: string, work: () => Promise<T>): Promise<T> {
  if (databasePath === ':memory:') return work()
  mkdirSync(dirname(databasePath), { recursive: true })
  const lock = new Database(`${databasePath}.lock`, { timeout: LOCK_PATIENCE_MS })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return await work()
  } finally {
    lock.close()
  }
}
