import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { auditEntries } from '#db/schema/index.ts'
import { hasColleague } from '../../accounts/roles.ts'
import { DAY_MS, type Instant } from '../../day.ts'

/** What one person may give away in a day, in gift cards and rewards together. */
export const GIVING_LIMIT_CENTS = 50_000

export const OVER_LIMIT =
  'You can give away up to $500.00 in gift cards and rewards a day. Please ask a colleague for the rest.'

/** By the audit trail, which nobody can shorten. */
export function isOverLimit(tx: DurableTx, actorId: number, cents: number, now: Instant): boolean {
  const given = tx
    .select({ cents: sql<number>`coalesce(sum(json_extract(${auditEntries.detail}, '$.amount_cents')), 0)` })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.actorId, actorId),
        inArray(auditEntries.verb, ['gift_card.issued', 'reward.granted']),
        gt(auditEntries.at, now - DAY_MS),
      ),
    )
    .get()
  return (given?.cents ?? 0) + cents > GIVING_LIMIT_CENTS && hasColleague(tx, actorId)
}
