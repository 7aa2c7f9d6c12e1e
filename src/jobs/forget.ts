import { and, lt, sql } from 'drizzle-orm'
import { durably, quickly } from '#db/client.ts'
import { idempotencyKeys, jobs, webhookEvents } from '#db/schema/index.ts'
import { forgetOldLinks } from '../accounts/mailed-links.ts'
import { forgetOldTries } from '../accounts/password-tries.ts'
import { forgetSessions, outlivedSessions } from '../accounts/session.ts'
import { DAY_MS } from '../day.ts'
import { forgetBrowsers } from '../orders/orders.ts'
import { forgetUnconfirmed } from '../privacy/requests.ts'
import type { Services } from '../services.ts'

/**
 * Rows that did their work: answers kept for repeats (a day), finished jobs whose key nobody repeats (90 days), requests
 * that nobody confirmed, mailed links and wrong passwords of long ago, news of payments (the provider repeats them for
 * three days), and sessions that no cookie can bring any more.
 */
export async function forgetOld({ db, clock, wallClock }: Services) {
  await quickly(db, () => {
    db.delete(idempotencyKeys)
      .where(lt(idempotencyKeys.createdAt, wallClock.now() - DAY_MS))
      .run()
    db.delete(jobs)
      .where(and(sql`state = 'done'`, lt(jobs.finishedAt, clock.now() - 90 * DAY_MS)))
      .run()
    db.delete(webhookEvents)
      .where(lt(webhookEvents.receivedAt, wallClock.now() - 90 * DAY_MS))
      .run()
    forgetUnconfirmed(db, clock.now())
    forgetOldLinks(db, clock.now())
    forgetOldTries(db, clock.now())
  })
  await durably(db, () => {
    const outlived = outlivedSessions(db, clock.now())
    forgetBrowsers(db, outlived)
    forgetSessions(db, outlived)
  })
}
