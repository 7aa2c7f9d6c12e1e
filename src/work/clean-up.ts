import { setImmediate } from 'node:timers/promises'
import { and, lt, sql } from 'drizzle-orm'
import { type Db, durably, quickly } from '#db/client.ts'
import { idempotencyKeys, jobs, webhookEvents } from '#db/schema/index.ts'
import { deleteOldMailCounts } from '../accounts/mail-limit.ts'
import { deleteOldLinks } from '../accounts/mailed-links.ts'
import { deleteOldAttempts } from '../accounts/password-attempts.ts'
import { deleteSessions, expiredSessions } from '../accounts/session.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { forgetBrowsers } from '../orders/orders.ts'
import { deleteUnconfirmedRequests } from '../privacy/requests.ts'
import type { Services } from '../services.ts'

/** Jobs stay 90 days because their keys prevent repeats, and webhook events because the provider resends them. */
export async function cleanUp({ db, clock, wallClock }: Services) {
  await quickly(db, (tx) => {
    tx.delete(idempotencyKeys)
      .where(lt(idempotencyKeys.createdAt, wallClock.now() - DAY_MS))
      .run()
    tx.delete(jobs)
      .where(and(sql`state = 'done'`, lt(jobs.finishedAt, clock.now() - 90 * DAY_MS)))
      .run()
    tx.delete(webhookEvents)
      .where(lt(webhookEvents.receivedAt, wallClock.now() - 90 * DAY_MS))
      .run()
    deleteUnconfirmedRequests(tx, clock.now())
    deleteOldLinks(tx, clock.now())
    deleteOldAttempts(tx, clock.now())
    deleteOldMailCounts(tx, clock.now())
  })
  while ((await deleteSessionBatch(db, clock.now())) > 0) await setImmediate()
}

/** In batches, so that requests run in between. @returns how many were deleted */
const deleteSessionBatch = (db: Db, now: Instant): Promise<number> =>
  durably(db, (tx) => {
    const expired = expiredSessions(tx, now)
    if (expired.length === 0) return 0
    forgetBrowsers(tx, expired)
    deleteSessions(tx, expired)
    return expired.length
  })
