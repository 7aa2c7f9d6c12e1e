import type { Database } from './driver.mjs'
import { readsOf, type SharedReads } from './shared-reads.ts'

type Driver = InstanceType<typeof Database>
type Statement = ReturnType<Driver['prepare']>

/** Texts differ by the length of their lists of values, so there is no end to them. */
const MAX_TEXTS = 500

/** Drizzle prepares a query each time it is built. On this connection it gets the statement that it had before. */
export function withKeptStatements(driver: Driver): Driver {
  const kept = new Map<string, Statement>()
  const reads = readsOf(driver)
  const prepare = (text: string): Statement => {
    const statement = kept.get(text) ?? keptStatement(driver, reads, text)
    kept.delete(text)
    kept.set(text, statement)
    if (kept.size > MAX_TEXTS) kept.delete(kept.keys().next().value ?? '')
    return statement
  }
  return Object.create(driver, { prepare: { value: prepare, writable: true } }) as Driver
}

/** All that drizzle uses of a statement. `raw()` switches one for everybody who has it, so there are two. */
function keptStatement(driver: Driver, reads: SharedReads, text: string): Statement {
  let objects: Statement | undefined
  let arrays: Statement | undefined
  const asObjects = () => (objects ??= driver.prepare(text))
  const asArrays = () => (arrays ??= driver.prepare(text).raw())
  /** An INSERT that returns what it wrote is read like a query, and commits by itself like any other write. */
  function ready<T extends Statement>(statement: T): T {
    if (statement.readonly) reads.begin()
    else reads.end()
    return statement
  }
  return {
    run(...values: unknown[]) {
      reads.end() // also for BEGIN and PRAGMA, which count as read-only
      return asObjects().run(...values)
    },
    get: (...values: unknown[]) => ready(asObjects()).get(...values),
    all: (...values: unknown[]) => ready(asObjects()).all(...values),
    raw: () => ready(asArrays()),
  } satisfies Partial<Statement> as Statement
}
