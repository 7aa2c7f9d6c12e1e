import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The driver of the checkout that runs, whose own copy of the package it may be. */
const { Database } = await import(pathToFileURL(join(process.cwd(), 'db/driver.mjs')).href)

/** What ran on SQLite in this process since `countStatements`: statements, and those prepared for it. */
export const counts = { run: 0, prepared: 0 }

/** As in db/shared-reads.ts: they only say what SQLite would do around each statement. */
const OF_READS = ['BEGIN DEFERRED', 'ROLLBACK TRANSACTION']

/** Counts by the driver's own methods, also for statements that are prepared already. */
export function countStatements() {
  const db = new Database(':memory:')
  const statement = Object.getPrototypeOf(db.prepare('select 1'))
  db.close()
  for (const name of ['run', 'get', 'all', 'iterate']) counted(statement, name, 'run')
  counted(Database.prototype, 'exec', 'run')
  counted(Database.prototype, 'prepare', 'prepared')
}

function counted(prototype, name, kind) {
  const method = prototype[name]
  prototype[name] = function count(...args) {
    if (!OF_READS.includes(this.source)) counts[kind] += 1
    return method.apply(this, args)
  }
}
