import { onTestFinished } from 'vitest'
import type { Db } from '#db/client.ts'
import type { Database } from '#db/driver.mjs'
import { BEGIN_READS, END_READS } from '#db/shared-reads.ts'

type Driver = InstanceType<typeof Database>
type Statement = ReturnType<Driver['prepare']>
type Client = { prepare(text: string): unknown }

/**
 * The `statements` that ran, including BEGIN and COMMIT of writes, those drizzle `built` at run time, and the number of
 * `rows` read.
 */
export type Counted = { statements: string[]; built: string[]; rows: number }

/** They only spell out what SQLite does around each statement anyway. */
const OF_READS = [BEGIN_READS, END_READS]

const METHODS = ['run', 'get', 'all'] as const

/** Counts what a database does from now on, until the test ends. */
export function countStatements(db: Db) {
  const client = (db as unknown as { $client: Client }).$client
  const driver = Object.getPrototypeOf(client) as Driver
  let counted: Counted = { statements: [], built: [], rows: 0 }
  const restore = [
    replace(client, 'prepare', (_, text: string) => counted.built.push(text)),
    replace(driver, 'exec', (_, text: string) => counted.statements.push(text)),
    ...METHODS.map((method) =>
      replace(statementsOf(driver), method, function (this: Statement, given: unknown) {
        if (this.database !== driver || OF_READS.includes(this.source)) return
        counted.statements.push(this.source)
        if (method === 'all' && Array.isArray(given)) counted.rows += given.length
      }),
    ),
  ]
  onTestFinished(() => {
    for (const undo of restore) undo()
  })
  return {
    /** @returns the counts since the last call */
    take(): Counted {
      const taken = counted
      counted = { statements: [], built: [], rows: 0 }
      return taken
    },
  }
}

/** The prototype shared by all statements, including other databases'. */
const statementsOf = (driver: Driver) => Object.getPrototypeOf(driver.prepare('select 1')) as Statement

type Method = (...values: never[]) => unknown
type Note = (given: never, ...values: never[]) => unknown

/** Makes an object's method report its results and arguments. @returns a function that undoes it */
function replace<Name extends string>(owner: { [name in Name]: Method }, name: Name, note: Note) {
  const original = owner[name]
  owner[name] = function (this: object, ...values: never[]) {
    const given = original.apply(this, values)
    note.call(this, given as never, ...values)
    return given
  }
  return () => {
    owner[name] = original
  }
}
