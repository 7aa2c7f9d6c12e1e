import { and, eq, lt } from 'drizzle-orm'
import { quickly } from '#db/client.ts'
import { idempotencyKeys, jobs } from '#db/schema/index.ts'
import { forgetOldLinks } from '../accounts/mailed-links.ts'
import { forgetOldTries } from '../accounts/password-tries.ts'
import { forgetUnconfirmed } from '../privacy/requests.ts'
import type { Services } from '../services.ts'

const DAY_MS = 24 * 3600 * 1000

/**
 * Rows that did their work: answers kept for repeats (a day), finished jobs whose key nobody repeats (90 days), requests
 * that nobody confirmed, mailed links and wrong passwords of long ago.
 */
export async function forgetOld({ db, clock, wallClock }: Services) {
  await quickly(db, () => {
    db.delete(idempotencyKeys)
      .where(lt(idempotencyKeys.createdAt, wallClock.now() - DAY_MS))
      .run()
    db.delete(jobs)
      .where(and(eq(jobs.state, 'done'), lt(jobs.finishedAt, clock.now() - 90 * DAY_MS)))
      .run()
    forgetUnconfirmed(db, clock.now())
    forgetOldLinks(db, clock.now())
    forgetOldTries(db, clock.now())
  })
}
