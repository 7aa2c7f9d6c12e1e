import { onTestFinished } from 'vitest'
import type { Db } from '#db/client.ts'
import type { Database } from '#db/driver.mjs'

type Driver = InstanceType<typeof Database>
type Statement = ReturnType<Driver['prepare']>
type Client = { prepare(text: string): unknown }

/** `statements` that were run, BEGIN and COMMIT too, and the queries that drizzle `built` at run time. */
export type Counted = { statements: string[]; built: string[] }

const METHODS = ['run', 'get', 'all'] as const

/** Counts what a database does from here on, until the test ends. */
export function countStatements(db: Db) {
  const client = (db as unknown as { $client: Client }).$client
  const driver = Object.getPrototypeOf(client) as Driver
  let counted: Counted = { statements: [], built: [] }
  const restore = [
    replace(client, 'prepare', (text: string) => counted.built.push(text)),
    replace(driver, 'exec', (text: string) => counted.statements.push(text)),
    ...METHODS.map((method) =>
      replace(statementsOf(driver), method, function (this: Statement) {
        if (this.database === driver) counted.statements.push(this.source)
      }),
    ),
  ]
  onTestFinished(() => {
    for (const undo of restore) undo()
  })
  return {
    /** @returns what was counted since the last call */
    take(): Counted {
      const taken = counted
      counted = { statements: [], built: [] }
      return taken
    },
  }
}

/** What all statements have in common, those of other databases too. */
const statementsOf = (driver: Driver) => Object.getPrototypeOf(driver.prepare('select 1')) as Statement

type Method = (...values: never[]) => unknown

/** Has an object's method say that it was called. @returns how to undo it */
function replace<Name extends string>(owner: { [name in Name]: Method }, name: Name, note: Method) {
  const original = owner[name]
  owner[name] = function (this: object, ...values: never[]) {
    note.apply(this, values)
    return original.apply(this, values)
  }
  return () => {
    owner[name] = original
  }
}
