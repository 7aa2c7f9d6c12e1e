import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The running checkout's driver, which may use its own copy of the package. */
const { Database } = await import(pathToFileURL(join(process.cwd(), 'db/driver.mjs')).href)

/** SQLite calls in this process since `countStatements`: statements run, and statements prepared. */
export const counts = { run: 0, prepared: 0 }

/** As in db/shared-reads.ts: they only spell out what SQLite does around each statement anyway. */
const OF_READS = ['BEGIN DEFERRED', 'ROLLBACK TRANSACTION']

/** Wraps the driver's own methods, so that statements prepared earlier count too. */
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
