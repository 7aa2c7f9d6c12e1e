import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Database } from '#db/driver.mjs'
import { deliveries } from './deliveries.ts'
import { answers } from './idempotency-keys.ts'
import { objects } from './objects.ts'
import { tables } from './tables.ts'
import { timers } from './timers.ts'

export type { Delivery } from './deliveries.ts'
export type { StoredAnswer } from './idempotency-keys.ts'
export type { Links, ListQuery, StoredObject } from './objects.ts'

/** The connection type. Other files of the stand-in import it from here, not from the driver. */
export type Driver = Database.Database

/**
 * The stand-in stores its data in a small SQLite file of its own, because it plays another company: the shop reaches
 * it only over HTTP. Several processes may open the file.
 */
export type StandInStore = ReturnType<typeof openStandInStore>

/** Opens the file, and creates it if needed; `:memory:` for tests. Timestamps are epoch milliseconds. */
export function openStandInStore(file: string) {
  const db = openFile(file)
  return {
    ...transactions(db),
    ...objects(db),
    ...answers(db),
    ...deliveries(db),
    ...timers(db),
    close: () => db.close(),
  }
}

function openFile(file: string) {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true })
  const db = new Database(file, { timeout: 5_000 })
  switchToWriteAheadLog(db)
  db.pragma('foreign_keys = ON')
  db.pragma('journal_size_limit = 67108864')
  db.transaction(() => db.exec(tables)).exclusive()
  return db
}

/** SQLite ignores the busy timeout when several processes switch to WAL at once, so we retry ourselves. */
function switchToWriteAheadLog(db: Driver, attemptsLeft = 50) {
  try {
    db.pragma('journal_mode = WAL')
  } catch (error) {
    if (attemptsLeft === 0 || !isBusy(error)) throw error
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    switchToWriteAheadLog(db, attemptsLeft - 1)
  }
}

const isBusy = (error: unknown) =>
  error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')

function transactions(db: Driver) {
  const [begin, commit, rollback] = ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'].map((sql) =>
    db.prepare(sql),
  ) as [Database.Statement, Database.Statement, Database.Statement]
  let mode = ''
  const run = <T>(synchronous: 'FULL' | 'NORMAL', work: () => T): T => {
    if (mode !== synchronous) db.pragma(`synchronous = ${synchronous}`)
    mode = synchronous
    begin.run()
    try {
      const result = work()
      commit.run()
      return result
    } catch (error) {
      if (db.inTransaction) rollback.run()
      throw error
    }
  }
  return {
    /** For money: survives kill -9 and a power cut once it returns. */
    durably: <T>(work: () => T): T => run('FULL', work),
    /** SQLite's current setting: 2 is FULL, 1 is NORMAL. */
    synchronous: () => db.pragma('synchronous', { simple: true }),
    /** For work that may safely happen twice, such as recording that an event was delivered. */
    quickly: <T>(work: () => T): T => run('NORMAL', work),
  }
}
