import { and, eq } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { reviews, varieties } from '#db/schema/index.ts'
import { type Actor, recordAction } from '../audit/audit.ts'
import type { Instant } from '../day.ts'

/** A farm's public answer to a review of what it raised; no words take it off. @returns whether it may answer */
export function answerReview(
  tx: DurableTx,
  farmId: number,
  token: string,
  words: string,
  by: { actor: NonNullable<Actor>; now: Instant },
): boolean {
  const review = tx
    .select({ id: reviews.id })
    .from(reviews)
    .innerJoin(varieties, eq(varieties.id, reviews.varietyId))
    .where(and(eq(reviews.token, token), eq(varieties.farmId, farmId), eq(reviews.state, 'published')))
    .get()
  if (!review) return false
  const isGone = words === ''
  tx.update(reviews)
    .set({
      answer: words,
      answeredAt: isGone ? null : by.now,
      answeredBy: isGone ? null : by.actor.id,
    })
    .where(eq(reviews.id, review.id))
    .run()
  recordAction(tx, {
    actor: by.actor,
    verb: isGone ? 'review.answer_removed' : 'review.answered',
    subject: { kind: 'review', token: String(review.id), label: `Review ${review.id}` },
    now: by.now,
  })
  return true
}
