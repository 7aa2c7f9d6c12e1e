import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import type { Db } from './client.ts'

/** From the working directory: a bundled server no longer knows where this file stood. */
const MIGRATIONS_FOLDER = 'db/migrations'
const LOCK_PATIENCE_MS = 120_000

/** Brings the schema up to date. Safe to repeat, but not to run twice at once: see `whileLocked`. */
export function migrateDatabase(db: Db) {
  migrate(db, { migrationsFolder: MIGRATIONS_FOLDER })
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
