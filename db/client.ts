import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import { Database } from './driver.mjs'
import * as schema from './schema/index.ts'

/** The shop's one connection: enough to read with. */
export type Db = BetterSQLite3Database<typeof schema>

declare const open: unique symbol
declare const durable: unique symbol

/**
 * An open transaction, handed out by `quickly` and `durably` alone. It is the same connection; the type proves to the
 * compiler that a function which checks and writes runs inside one.
 */
export type Tx = Db & { readonly [open]: true }

/** An open transaction whose commit is synced to the disk before it answers. */
export type DurableTx = Tx & { readonly [durable]: true }

/** The connection outside of any transaction: transactions do not nest. */
type Idle = Db & { readonly [open]?: never }

/** A value that is surely there when the transaction commits: a promise would be settled after it. */
type Settled<T> = T extends PromiseLike<unknown> ? never : T

type Driver = InstanceType<typeof Database>

/** How long a write waits for another process's transaction before it gives up. */
const PATIENCE_MS = 10_000
/** While the driver itself waits the event loop stands still, so it waits very shortly and we retry. */
const DRIVER_WAIT_MS = 5
const LONGEST_PAUSE_MS = 50

const drivers = new WeakMap<object, Driver>()

/** Opens a file (made when missing), ':memory:', or a database serialised by `serialize`. */
export function openDatabase(source: string | Buffer): Db {
  if (typeof source === 'string' && source !== ':memory:') mkdirSync(dirname(source), { recursive: true })
  const driver = new Database(source)
  driver.pragma(`busy_timeout = ${PATIENCE_MS}`)
  driver.pragma('journal_mode = WAL')
  // Not the default: better-sqlite3 silently turns WAL into NORMAL, which can lose a paid order at power loss.
  driver.pragma('synchronous = FULL')
  driver.pragma('foreign_keys = ON')
  driver.pragma('journal_size_limit = 67108864')
  driver.pragma(`busy_timeout = ${DRIVER_WAIT_MS}`)
  const db = drizzle(driver, { schema, casing: 'snake_case' })
  drivers.set(db, driver)
  return db
}

/** For money, orders, holds, stock, tokens and jobs: on the disk before it answers. */
export function durably<T>(db: Idle, work: (tx: DurableTx) => Settled<T>): Promise<T> {
  return write(db, 'FULL', () => work(db as Db as DurableTx))
}

/** For carts, views and analytics: the last moments may be lost at power loss, never at a crash. */
export function quickly<T>(db: Idle, work: (tx: Tx) => Settled<T>): Promise<T> {
  return write(db, 'NORMAL', () => work(db as Db as Tx))
}

/**
 * Check and write in one immediate transaction. `work` is synchronous, so nothing runs between its check and
 * its write. It is only the beginning that waits, without blocking the loop, while another process writes.
 */
function write<T>(db: Db, synchronous: 'FULL' | 'NORMAL', work: () => Settled<T>): Promise<T> {
  const driver = driverOf(db)
  return new Promise((resolve, reject) => {
    // Begins and works in one turn of the loop: in between, other requests would get into this transaction.
    const tryNow = (mayRetry: boolean): boolean => {
      try {
        if (!didBegin(driver, synchronous, mayRetry)) return false
        resolve(finish(driver, work))
      } catch (error) {
        reject(error)
      }
      return true
    }
    if (driver.inTransaction) reject(new Error('a transaction inside a transaction'))
    else queueUp(driver, tryNow)
  })
}

type Waiter = { tryNow(mayRetry: boolean): boolean; since: number }

const lines = new WeakMap<Driver, Waiter[]>()

/** Writes that meet another process's stand in line, and only the first of them asks for the lock, not hundreds. */
function queueUp(driver: Driver, tryNow: Waiter['tryNow']) {
  const line = lines.get(driver) ?? []
  lines.set(driver, line)
  if (line.length === 0 && tryNow(true)) return
  if (line.push({ tryNow, since: performance.now() }) === 1) void serve(line)
}

/** Lets the line through; who was the first in it for `PATIENCE_MS` in vain gives up. */
async function serve(line: Waiter[]) {
  let wait = 2
  let lastDoneAt = 0
  for (let first = line[0]; first; first = line[0]) {
    await pause(wait)
    const waited = performance.now() - Math.max(first.since, lastDoneAt)
    if (first.tryNow(waited < PATIENCE_MS)) {
      line.shift()
      if (waited < PATIENCE_MS) lastDoneAt = performance.now()
      wait = 0
    } else {
      wait = Math.min(Math.max(2, wait * 2), LONGEST_PAUSE_MS)
    }
  }
}

/** Sets how the commit is synced right before it begins, since other requests switch it as they need. */
function didBegin(driver: Driver, synchronous: 'FULL' | 'NORMAL', mayRetry: boolean): boolean {
  try {
    driver.pragma(`synchronous = ${synchronous}`)
    driver.exec('BEGIN IMMEDIATE')
    return true
  } catch (error) {
    if (mayRetry && isBusy(error)) return false
    throw error
  }
}

function finish<T>(driver: Driver, work: () => T): T {
  try {
    const result = work()
    if (result instanceof Promise) throw new Error('a transaction cannot wait for a promise')
    driver.exec('COMMIT')
    return result
  } catch (error) {
    if (driver.inTransaction) driver.exec('ROLLBACK')
    throw error
  }
}

const isBusy = (error: unknown) => isDatabaseError(error) && error.code.startsWith('SQLITE_BUSY')

/** An error of SQLite's own, with its code ('SQLITE_NOTADB'). */
export const isDatabaseError = (error: unknown): error is Error & { code: string } =>
  error instanceof Database.SqliteError

/** Proves after a real write that commits are synced: the pragma reads true before the first write even when it lies. */
export async function assertDurable(db: Db) {
  const synchronous = await durably(db, () => {
    driverOf(db).exec(
      "insert into shop_facts (name, value) values ('booted', '1') on conflict do update set value = value + 1",
    )
    return driverOf(db).pragma('synchronous', { simple: true })
  })
  if (synchronous !== 2) throw new Error(`the database would commit at synchronous=${synchronous}, not FULL`)
}

/** Moves what the write-ahead log holds into the file, as far as nobody is in the way. */
export const checkpoint = (db: Db, how: 'PASSIVE' | 'TRUNCATE') =>
  void driverOf(db).pragma(`wal_checkpoint(${how})`)

/** Every table with what SQLite says of it, for the test that all of them are strict. */
export const tableList = (db: Db) =>
  driverOf(db).pragma('table_list') as { name: string; type: string; strict: number }[]

/** The complaints of SQLite's own checks; empty when the file is whole. */
export function integrityProblems(db: Db): string[] {
  const driver = driverOf(db)
  const integrity = driver.pragma('integrity_check') as { integrity_check: string }[]
  const foreign = driver.pragma('foreign_key_check') as { table: string }[]
  return [
    ...integrity.map((row) => row.integrity_check).filter((line) => line !== 'ok'),
    ...foreign.map((row) => `a row of ${row.table} points to nothing`),
  ]
}

/** The whole database as bytes, to be opened again by `openDatabase`. */
export const serialize = (db: Db): Buffer => driverOf(db).serialize()

/** A consistent copy into a file while the shop goes on. */
export const copyInto = (db: Db, file: string) => driverOf(db).backup(file)

export const closeDatabase = (db: Db) => driverOf(db).close()

/** Keeps something that belongs to one open database (prepared statements, mostly), made at first need. */
export function oncePerDatabase<T extends object>(make: (db: Db) => T): (db: Db) => T {
  const made = new WeakMap<Db, T>()
  return (db) => {
    const found = made.get(db) ?? make(db)
    made.set(db, found)
    return found
  }
}

function driverOf(db: Db): Driver {
  const driver = drivers.get(db)
  if (!driver) throw new Error('not a database opened by openDatabase')
  return driver
}
