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
import { forgetUnconfirmed } from '../privacy/requests.ts'
import type { Services } from '../services.ts'

/**
 * Rows that did their work: answers kept for repeats (a day), finished jobs whose key nobody repeats (90 days), requests
 * that nobody confirmed, mailed links and wrong passwords of long ago, news of payments (the provider repeats them for
 * three days), and sessions that no cookie can bring any more.
 */
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
    forgetUnconfirmed(tx, clock.now())
    deleteOldLinks(tx, clock.now())
    deleteOldAttempts(tx, clock.now())
    deleteOldMailCounts(tx, clock.now())
  })
  while ((await forgetSome(db, clock.now())) > 0) await setImmediate()
}

/** Some sessions at a time, with others' requests between. @returns how many */
const forgetSome = (db: Db, now: Instant): Promise<number> =>
  durably(db, (tx) => {
    const outlived = expiredSessions(tx, now)
    if (outlived.length === 0) return 0
    forgetBrowsers(tx, outlived)
    deleteSessions(tx, outlived)
    return outlived.length
  })
