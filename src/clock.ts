import { eq, sql } from 'drizzle-orm'
import { type Db, durably, oncePerDatabase } from '#db/client.ts'
import { shopFacts } from '#db/schema/index.ts'
import type { Instant } from './day.ts'

/** The present, as everything in the shop is to know it. */
export type Clock = { now(): Instant }

const OFFSET = 'clock_offset_ms'

const offsetQuery = oncePerDatabase((db) =>
  db
    .select({ value: shopFacts.value })
    .from(shopFacts)
    .where(eq(shopFacts.name, sql.placeholder('name')))
    .prepare(),
)

/**
 * The wall clock moved by an offset that is a row of the database: server and commands agree at once.
 * Read at each call, which costs a few microseconds.
 */
export function shopClock(db: Db, wallClock: Clock = { now: () => Date.now() }): Clock {
  return { now: () => wallClock.now() + clockOffset(db) }
}

/** By how many milliseconds the shop's time is ahead of the wall's. */
export const clockOffset = (db: Db) => Number(offsetQuery(db).get({ name: OFFSET })?.value ?? 0)

/** Moves the shop's time to `at`, for the server and every command alike. */
export async function setShopTime(db: Db, at: Instant, wallNow: Instant) {
  const value = String(at - wallNow)
  await durably(db, (tx) => {
    tx.insert(shopFacts)
      .values({ name: OFFSET, value })
      .onConflictDoUpdate({ target: shopFacts.name, set: { value } })
      .run()
  })
}
