import { and, eq, lte, ne, type SQL, sql } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { memberships } from '#db/schema/index.ts'
import { DAY_MS, type Instant } from '../day.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Services } from '../services.ts'
import { attemptBox } from './attempt-box.ts'
import { mailYearly } from './yearly-mail.tsx'

const YEAR_MS = 365 * DAY_MS

/** A box's reminders say all that the yearly one does, so it's for members who skip or pause for a year. */
const lastRemindedAt: SQL<Instant> = sql`max(${memberships.createdAt}, coalesce(${memberships.yearRemindedAt}, 0),
  coalesce((select max(coalesce(box.last_reminded_at, box.first_reminded_at)) from membership_boxes box
    where box.membership_id = ${memberships.id}), 0))`

const isDue = (now: Instant) =>
  and(
    ne(memberships.state, 'canceled'),
    lte(memberships.createdAt, now - YEAR_MS),
    lte(lastRemindedAt, now - YEAR_MS),
  )

export async function remindYearly(services: Services) {
  const { db, clock } = services
  const now = clock.now()
  const due = db.select({ id: memberships.id }).from(memberships).where(isDue(now)).all()
  for (const { id } of due)
    await attemptBox(services, { membershipId: id }, () => durably(db, (tx) => announceYear(tx, id, now)))
}

/** The condition makes one of several processes send it. */
function announceYear(tx: DurableTx, membershipId: number, now: Instant) {
  const { changes } = tx
    .update(memberships)
    .set({ yearRemindedAt: now })
    .where(and(eq(memberships.id, membershipId), isDue(now)))
    .run()
  if (changes === 0) return
  enqueue(
    tx,
    mailYearly,
    { membershipId, at: now },
    { key: `mail_yearly_reminder:${membershipId}:${now}`, now },
  )
}

/** For a clock that is moved forward. */
export const nextYearlyReminderAt = (db: Db): Instant | null =>
  db
    .select({ at: sql<Instant | null>`min(${lastRemindedAt}) + ${YEAR_MS}` })
    .from(memberships)
    .where(ne(memberships.state, 'canceled'))
    .get()?.at ?? null
