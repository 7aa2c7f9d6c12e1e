import { eq } from 'drizzle-orm'
import { durably, type Tx } from '#db/client.ts'
import { passwordAttempts } from '#db/schema/index.ts'
import { HOUR_MS } from '../day.ts'
import type { Services } from '../services.ts'
import { sha256 } from '../tokens.ts'
import { normalizeEmail } from './users.ts'

/** Anyone mistypes this often. From then on, each failure doubles the wait. */
const FREE_ATTEMPTS = 3
const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = HOUR_MS

/** Counts a failure up front, so that parallel attempts count. @returns seconds to wait, or 0 to go ahead */
export function takeAttempt({ config, db, clock }: Services, email: string): Promise<number> {
  const now = clock.now()
  const emailHash = sha256(normalizeEmail(email))
  return durably(db, (tx) => {
    const attempts = tx.select().from(passwordAttempts).where(eq(passwordAttempts.emailHash, emailHash)).get()
    if (config.rateLimited && attempts && attempts.nextAt > now)
      return Math.ceil((attempts.nextAt - now) / 1000)
    const failures = (attempts?.failures ?? 0) + 1
    const updated = { failures, lastAt: now, nextAt: now + waitAfter(failures) }
    tx.insert(passwordAttempts)
      .values({ emailHash, ...updated })
      .onConflictDoUpdate({ target: passwordAttempts.emailHash, set: updated })
      .run()
    return 0
  })
}

const waitAfter = (failures: number) =>
  failures < FREE_ATTEMPTS ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (failures - FREE_ATTEMPTS), MAX_WAIT_MS)

export function clearAttempts(tx: Tx, email: string) {
  tx.delete(passwordAttempts)
    .where(eq(passwordAttempts.emailHash, sha256(normalizeEmail(email))))
    .run()
}
