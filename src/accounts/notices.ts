import { and, count, eq, gt, lt } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { mailedNotices } from '#db/schema/index.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { sha256 } from '../tokens.ts'

const HOUR_MS = 3_600_000
/** So many an hour tell an owner; more are a flood, as whoever makes and closes accounts under an address would send. */
const NOTICES_AN_HOUR = 3

export type Notice = { kind: string; email: string; now: Instant }

/**
 * Whether an address may be told once more of something of this kind, and notes that it is. Counted by address, so that
 * it outlives the account. Inside the durable transaction of what is told.
 */
export function mayNotify(db: Db, { kind, email, now }: Notice): boolean {
  const emailHash = sha256(email)
  const told = and(
    eq(mailedNotices.emailHash, emailHash),
    eq(mailedNotices.kind, kind),
    gt(mailedNotices.at, now - HOUR_MS),
  )
  const { of } = db.select({ of: count() }).from(mailedNotices).where(told).get() ?? { of: 0 }
  if (of >= NOTICES_AN_HOUR) return false
  db.insert(mailedNotices).values({ emailHash, kind, at: now }).run()
  return true
}

/** What was told a day ago counts for nothing any more. Inside a transaction. */
export const forgetNotices = (db: Db, now: Instant) =>
  void db
    .delete(mailedNotices)
    .where(lt(mailedNotices.at, now - DAY_MS))
    .run()
