import { eq, lt } from 'drizzle-orm'
import { type Db, durably, type Tx } from '#db/client.ts'
import { passwordAttempts } from '#db/schema/index.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { sha256 } from '../tokens.ts'
import { normalizeEmail } from './users.ts'

/** So many wrong ones are a person's own mistakes; from then on each doubles the wait. */
const FREE_TRIES = 3
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 3_600_000

/**
 * Takes one try at the password of an address, counted as wrong until `clearAttempts` says otherwise: of many at once
 * only so many are looked at. @returns how many seconds to wait instead, or 0 where the password may be looked at
 */
export function takeAttempt(db: Db, email: string, now: Instant): Promise<number> {
  const emailHash = sha256(normalizeEmail(email))
  return durably(db, (tx) => {
    const tries = tx.select().from(passwordAttempts).where(eq(passwordAttempts.emailHash, emailHash)).get()
    if (tries && tries.nextAt > now) return Math.ceil((tries.nextAt - now) / 1000)
    const failures = (tries?.failures ?? 0) + 1
    const counted = { failures, lastAt: now, nextAt: now + waitAfter(failures) }
    tx.insert(passwordAttempts)
      .values({ emailHash, ...counted })
      .onConflictDoUpdate({ target: passwordAttempts.emailHash, set: counted })
      .run()
    return 0
  })
}

const waitAfter = (failures: number) =>
  failures < FREE_TRIES ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (failures - FREE_TRIES), LONGEST_WAIT_MS)

/** The address proved to be its owner's: by the password, or by a link that was mailed there. */
export function clearAttempts(tx: Tx, email: string) {
  tx.delete(passwordAttempts)
    .where(eq(passwordAttempts.emailHash, sha256(normalizeEmail(email))))
    .run()
}

/** Tries nobody repeated for a day say nothing more. */
export function deleteOldAttempts(tx: Tx, now: Instant) {
  tx.delete(passwordAttempts)
    .where(lt(passwordAttempts.lastAt, now - DAY_MS))
    .run()
}
