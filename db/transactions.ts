import { setImmediate as inNextTurn } from 'node:timers'
import { setTimeout as pause } from 'node:timers/promises'
import { Database } from './driver.mjs'
import { readsOf } from './shared-reads.ts'

type Driver = InstanceType<typeof Database>

export type Sync = 'FULL' | 'NORMAL'

type Work = { perform(): unknown; resolve(value: unknown): void; reject(error: unknown): void }

export const LOCK_TIMEOUT_MS = 10_000
const MAX_PAUSE_MS = 50

/**
 * `perform` is synchronous, so nothing runs between its check and its write. Only BEGIN waits, without blocking.
 * @returns what it returned, once that is committed
 */
export function transact<T>(driver: Driver, sync: Sync, perform: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    const work: Work = { perform, resolve: resolve as Work['resolve'], reject }
    if (driver.inTransaction) reject(new Error('transactions do not nest'))
    else if (sync === 'FULL') shareCommit(driver, work)
    else enqueue(driver, [work], sync)
  })
}

const sharing = new WeakMap<Driver, Work[]>()

/** A sync to disk costs more than the work: whatever is ready by the next turn of the event loop shares one. */
function shareCommit(driver: Driver, work: Work) {
  const waiting = sharing.get(driver)
  if (waiting) return void waiting.push(work)
  const group = [work]
  sharing.set(driver, group)
  inNextTurn(() => {
    sharing.delete(driver)
    enqueue(driver, group, 'FULL')
  })
}

type Waiter = { tryNow(mayRetry: boolean): boolean; since: number }

const queues = new WeakMap<Driver, Waiter[]>()

/** Queues writes while another process writes, so that only the first one polls for the lock. */
function enqueue(driver: Driver, group: Work[], sync: Sync) {
  // Begins and works in one turn of the event loop, so that no other request joins the transaction.
  const tryNow = (mayRetry: boolean) => {
    try {
      if (!didBegin(driver, sync, mayRetry)) return false
    } catch (error) {
      for (const { reject } of group) reject(error)
      return true
    }
    finish(driver, group)
    return true
  }
  const queue = queues.get(driver) ?? []
  queues.set(driver, queue)
  if (queue.length === 0 && tryNow(true)) return
  if (queue.push({ tryNow, since: performance.now() }) === 1) void drain(queue)
}

async function drain(queue: Waiter[]) {
  let wait = 2
  let lastDoneAt = 0
  for (let first = queue[0]; first; first = queue[0]) {
    await pause(wait)
    const waited = performance.now() - Math.max(first.since, lastDoneAt)
    if (first.tryNow(waited < LOCK_TIMEOUT_MS)) {
      queue.shift()
      if (waited < LOCK_TIMEOUT_MS) lastDoneAt = performance.now()
      wait = 0
    } else {
      wait = Math.min(Math.max(2, wait * 2), MAX_PAUSE_MS)
    }
  }
}

const modes = new WeakMap<Driver, Sync>()

function didBegin(driver: Driver, sync: Sync, mayRetry: boolean): boolean {
  try {
    readsOf(driver).end()
    if (modes.get(driver) !== sync) driver.pragma(`synchronous = ${sync}`)
    modes.set(driver, sync)
    driver.exec('BEGIN IMMEDIATE')
    return true
  } catch (error) {
    if (mayRetry && isBusy(error)) return false
    throw error
  }
}

/** Nobody hears of a success before it is committed. If the commit fails, it fails for all who share it. */
function finish(driver: Driver, group: Work[]) {
  try {
    const isAlone = group.length === 1
    const answers = group.map((work) => (isAlone ? performAlone(work) : performInSavepoint(driver, work)))
    driver.exec('COMMIT')
    for (const answer of answers) answer()
  } catch (error) {
    for (const { reject } of group) reject(error)
    rollBack(driver)
  }
}

function rollBack(driver: Driver) {
  try {
    if (driver.inTransaction) driver.exec('ROLLBACK')
  } catch {
    // Its callers know that it failed. The next in line still gets a turn.
  }
}

function performAlone(work: Work): () => void {
  const value = settled(work)
  return () => work.resolve(value)
}

function performInSavepoint(driver: Driver, work: Work): () => void {
  const done = inSavepoint(driver, () => settled(work))
  return done.ok ? () => work.resolve(done.value) : () => work.reject(done.error)
}

export type Performed<T> = { ok: true; value: T } | { ok: false; error: unknown }

/** What fails undoes its own writes only. @throws if SQLite ended the transaction of all, as on a full disk */
export function inSavepoint<T>(driver: Driver, perform: () => T): Performed<T> {
  driver.exec('SAVEPOINT work')
  try {
    const value = perform()
    driver.exec('RELEASE work')
    return { ok: true, value }
  } catch (error) {
    if (!driver.inTransaction) throw error
    driver.exec('ROLLBACK TO work')
    driver.exec('RELEASE work')
    return { ok: false, error }
  }
}

function settled({ perform }: Work): unknown {
  const value = perform()
  if (value instanceof Promise) throw new Error('a transaction cannot wait for a promise')
  return value
}

const isBusy = (error: unknown) => isDatabaseError(error) && error.code.startsWith('SQLITE_BUSY')

/** An error of SQLite's own, with its code ('SQLITE_NOTADB'). */
export const isDatabaseError = (error: unknown): error is Error & { code: string } =>
  error instanceof Database.SqliteError
