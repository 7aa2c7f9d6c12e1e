import { and, eq, isNull, sql } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { reviewReports, reviews } from '#db/schema/index.ts'
import { type Actor, recordAction } from '../audit/audit.ts'
import type { Instant } from '../day.ts'
import { enqueue } from '../jobs/queue.ts'
import { mailReviewDecided } from './mails.tsx'

export type Decision = { decision: 'approve' | 'refuse'; reason: string; version: number | null }

export type Decided =
  | { ok: true }
  | { ok: false; code: 'unknown' | 'changed' | 'decided_before' | 'refunded' }

/** What staff read is what they decide on. Kept after a report, further reports don't hide it anymore. */
export function decideReview(
  tx: DurableTx,
  reviewId: number,
  { decision, reason, version }: Decision,
  by: { actor: NonNullable<Actor>; now: Instant },
): Decided {
  const review = tx.select().from(reviews).where(eq(reviews.id, reviewId)).get()
  if (!review) return { ok: false, code: 'unknown' }
  if (version !== null && version !== review.version) return { ok: false, code: 'changed' }
  const isApproved = decision === 'approve'
  if (isApproved && !isStillDelivered(tx, reviewId)) return { ok: false, code: 'refunded' }
  const settled = settleReports(tx, reviewId, by.now)
  const state = isApproved ? ('published' as const) : ('refused' as const)
  if (review.state === state && !settled) return { ok: false, code: 'decided_before' }
  tx.update(reviews)
    .set({
      state,
      reason: isApproved ? '' : reason,
      decidedAt: by.now,
      decidedBy: by.actor.id,
      keptAt: isApproved && (settled || review.keptAt !== null) ? by.now : null,
    })
    .where(eq(reviews.id, reviewId))
    .run()
  recordAction(tx, {
    actor: by.actor,
    verb: isApproved ? 'review.published' : 'review.refused',
    subject: { kind: 'review', token: String(reviewId), label: `Review ${reviewId}` },
    detail: { before: review.state, after: state },
    reason: isApproved ? null : reason,
    now: by.now,
  })
  const isNews = !isApproved || review.state === 'waiting' || review.state === 'refused'
  if (isNews)
    enqueue(
      tx,
      mailReviewDecided,
      { reviewId },
      { key: `review_decided:${reviewId}:${review.version}:${state}:${by.now}`, now: by.now },
    )
  return { ok: true }
}

/** @returns whether there were any */
const settleReports = (tx: DurableTx, reviewId: number, now: Instant): boolean =>
  tx
    .update(reviewReports)
    .set({ settledAt: now })
    .where(and(eq(reviewReports.reviewId, reviewId), isNull(reviewReports.settledAt)))
    .run().changes > 0

const isStillDelivered = (tx: DurableTx, reviewId: number): boolean =>
  tx.get(sql`
    select 1 from reviews join order_lines on order_lines.id = order_line_id join orders on orders.id = order_id
    where reviews.id = ${reviewId} and orders.state = 'delivered'`) !== undefined
