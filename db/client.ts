import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import { Database } from './driver.mjs'
import { integrityProblemsOf } from './inspect.ts'
import { withKeptStatements } from './kept-statements.ts'
import { plainTextInSql } from './plain-text.ts'
import * as schema from './schema/index.ts'
import { readsOf } from './shared-reads.ts'
import { inSavepoint, LOCK_TIMEOUT_MS, type Performed, transact } from './transactions.ts'

export { isDatabaseError } from './transactions.ts'

export type Db = BetterSQLite3Database<typeof schema>

declare const open: unique symbol
declare const durable: unique symbol

/** An open transaction: the same connection, as a type that only `quickly` and `durably` hand out. */
export type Tx = Db & { readonly [open]: true }

export type DurableTx = Tx & { readonly [durable]: true }

/** The connection outside a transaction, because transactions don't nest. */
type Idle = Db & { readonly [open]?: never }

/** Not a promise, which would settle after the commit. */
type Settled<T> = T extends PromiseLike<unknown> ? never : T

type Driver = InstanceType<typeof Database>

/** The driver blocks the event loop while it waits, so it waits briefly and we retry. */
const DRIVER_WAIT_MS = 5

/** 32 MB of log. A server's thread copies long before (db/checkpoints.ts); without it, the commit that gets here does. */
const LOG_PAGES = 8_000

const drivers = new WeakMap<object, Driver>()

/** Opens a file (created if missing), ':memory:', or the result of `serialize`. */
export function openDatabase(source: string | Buffer): Db {
  if (typeof source === 'string' && source !== ':memory:') mkdirSync(dirname(source), { recursive: true })
  const driver = new Database(source)
  driver.pragma(`busy_timeout = ${LOCK_TIMEOUT_MS}`)
  driver.pragma('journal_mode = WAL')
  // better-sqlite3 defaults to NORMAL with WAL, which can lose a paid order on power loss.
  driver.pragma('synchronous = FULL')
  driver.pragma('foreign_keys = ON')
  driver.pragma('journal_size_limit = 67108864')
  driver.pragma(`wal_autocheckpoint = ${LOG_PAGES}`)
  driver.pragma(`busy_timeout = ${DRIVER_WAIT_MS}`)
  driver.function('plain_text', { deterministic: true }, plainTextInSql)
  const db = drizzle(withKeptStatements(driver), { schema, casing: 'snake_case' })
  drivers.set(db, driver)
  return db
}

/** Opens an existing file as it is, and writes nothing to it. @throws if it's missing or no database */
export function openToRead(file: string): Db {
  const driver = new Database(file, { fileMustExist: true })
  try {
    driver.pragma('query_only = ON')
    driver.pragma('schema_version') // opens the file, which SQLite puts off
  } catch (error) {
    driver.close()
    throw error
  }
  const db = drizzle(withKeptStatements(driver), { schema, casing: 'snake_case' })
  drivers.set(db, driver)
  return db
}

/** For money, orders, holds, stock, tokens and jobs: synced to disk before it resolves. */
export function durably<T>(db: Idle, work: (tx: DurableTx) => Settled<T>): Promise<T> {
  return transact(idleDriverOf(db), 'FULL', () => work(db as Db as DurableTx))
}

/** For carts, views and analytics: a power loss may lose the last moments, a crash never does. */
export function quickly<T>(db: Idle, work: (tx: Tx) => Settled<T>): Promise<T> {
  return transact(idleDriverOf(db), 'NORMAL', () => work(db as Db as Tx))
}

/** One of several works that share a transaction: what fails undoes its own writes only. */
export const performApart = <T>(tx: Tx, work: () => Settled<T>): Performed<T> =>
  inSavepoint<T>(driverOf(tx), work)

/** Proves that commits are synced. Writes first, because before that the pragma may report a wrong mode. */
export async function assertDurable(db: Db) {
  const synchronous = await durably(db, () => {
    driverOf(db).exec(
      "insert into shop_facts (name, value) values ('durable', '1') on conflict do update set value = '1'",
    )
    return driverOf(db).pragma('synchronous', { simple: true })
  })
  if (synchronous !== 2) throw new Error(`the database would commit at synchronous=${synchronous}, not FULL`)
}

/** Leaves all of the shop in one file. */
export const emptyLog = (db: Db) => void idleDriverOf(db).pragma('wal_checkpoint(TRUNCATE)')

export const tableList = (db: Db) =>
  idleDriverOf(db).pragma('table_list') as { name: string; type: string; strict: number }[]

export const integrityProblems = (db: Db): string[] => integrityProblemsOf(idleDriverOf(db))

/** Finds damaged pages without comparing every index: what a start can afford. */
export const quickCheck = (db: Db): string[] =>
  (idleDriverOf(db).pragma('quick_check') as { quick_check: string }[])
    .map((row) => row.quick_check)
    .filter((line) => line !== 'ok')

export const serialize = (db: Db): Buffer => idleDriverOf(db).serialize()

export const copyInto = (db: Db, file: string) => idleDriverOf(db).backup(file)

export const closeDatabase = (db: Db) => idleDriverOf(db).close()

/** What is read there may still be rolled back. */
export function isInTransaction(db: Db): boolean {
  const driver = driverOf(db)
  return driver.inTransaction && !readsOf(driver).isOpen()
}

export const isOpen = (db: Db): boolean => driverOf(db).open

/** Created once per open database at first use; mostly prepared statements. */
export function oncePerDatabase<T extends object>(make: (db: Db) => T): (db: Db) => T {
  const cache = new WeakMap<Db, T>()
  return (db) => {
    const value = cache.get(db) ?? make(db)
    cache.set(db, value)
    return value
  }
}

/** Reads once what several ask for while one state of the shop is shown (db/shared-reads.ts); in a transaction, each time. */
export function oncePerState<T>(read: (db: Db) => T): (db: Db) => T {
  const known = new WeakMap<Db, { state: number; value: T }>()
  return (db) => {
    const reads = readsOf(driverOf(db))
    const last = known.get(db)
    if (last && last.state === reads.current()) return last.value
    const value = read(db)
    const state = reads.current()
    if (state !== null) known.set(db, { state, value })
    return value
  }
}

/** Outside the transaction of what was just read. */
function idleDriverOf(db: Db): Driver {
  const driver = driverOf(db)
  readsOf(driver).end()
  return driver
}

function driverOf(db: Db): Driver {
  const driver = drivers.get(db)
  if (!driver) throw new Error('not a database opened by openDatabase')
  return driver
}
