import { eq, sql } from 'drizzle-orm'
import { type Db, durably, oncePerDatabase } from '#db/client.ts'
import { shopFacts } from '#db/schema/index.ts'
import type { Instant } from './day.ts'

export type Clock = { now(): Instant }

const OFFSET = 'clock_offset_ms'

const offsetQuery = oncePerDatabase((db) =>
  db
    .select({ value: shopFacts.value })
    .from(shopFacts)
    .where(eq(shopFacts.name, sql.placeholder('name')))
    .prepare(),
)

/** Server and commands share the offset through the database. */
export function shopClock(db: Db, wallClock: Clock = { now: () => Date.now() }): Clock {
  return { now: () => wallClock.now() + clockOffset(db) }
}

/** A request asks for the time again and again. Another process's change is seen this much later. */
const KNOWN_MS = 50

const knownOffset = oncePerDatabase(() => ({ value: 0, readAt: Number.NEGATIVE_INFINITY }))

function clockOffset(db: Db): number {
  const known = knownOffset(db)
  if (performance.now() - known.readAt < KNOWN_MS) return known.value
  known.value = Number(offsetQuery(db).get({ name: OFFSET })?.value ?? 0)
  known.readAt = performance.now()
  return known.value
}

export async function setShopTime(db: Db, at: Instant, wallNow: Instant) {
  const value = String(at - wallNow)
  await durably(db, (tx) => {
    tx.insert(shopFacts)
      .values({ name: OFFSET, value })
      .onConflictDoUpdate({ target: shopFacts.name, set: { value } })
      .run()
  })
  knownOffset(db).readAt = Number.NEGATIVE_INFINITY
}
