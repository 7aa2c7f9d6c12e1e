import { and, eq } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { reviews, varieties } from '#db/schema/index.ts'
import { type Actor, recordAction } from '../audit/audit.ts'
import type { Instant } from '../day.ts'

export type FarmAnswer = {
  farmId: number
  /** Of the review. */
  token: string
  words: string
  /** Of the review that the farm read. */
  version: number | null
}

export type Answered = { ok: true } | { ok: false; code: 'unknown' | 'changed' }

/** A farm's public answer to a review of what it raised; no words take it off. */
export function answerReview(
  tx: DurableTx,
  { farmId, token, words, version }: FarmAnswer,
  by: { actor: NonNullable<Actor>; now: Instant },
): Answered {
  const review = tx
    .select({ id: reviews.id, version: reviews.version })
    .from(reviews)
    .innerJoin(varieties, eq(varieties.id, reviews.varietyId))
    .where(and(eq(reviews.token, token), eq(varieties.farmId, farmId), eq(reviews.state, 'published')))
    .get()
  if (!review) return { ok: false, code: 'unknown' }
  if (words !== '' && version !== null && version !== review.version) return { ok: false, code: 'changed' }
  writeAnswer(tx, review.id, words, by)
  return { ok: true }
}

/** Takes a farm's answer off, where it breaks the rules: the review itself stays. @returns whether there was one */
export function removeAnswer(
  tx: DurableTx,
  reviewId: number,
  reason: string,
  by: { actor: NonNullable<Actor>; now: Instant },
): boolean {
  const review = tx.select({ answer: reviews.answer }).from(reviews).where(eq(reviews.id, reviewId)).get()
  if (!review?.answer) return false
  writeAnswer(tx, reviewId, '', by, reason)
  return true
}

function writeAnswer(
  tx: DurableTx,
  reviewId: number,
  words: string,
  { actor, now }: { actor: NonNullable<Actor>; now: Instant },
  reason?: string,
) {
  const isGone = words === ''
  tx.update(reviews)
    .set({ answer: words, answeredAt: isGone ? null : now, answeredBy: isGone ? null : actor.id })
    .where(eq(reviews.id, reviewId))
    .run()
  recordAction(tx, {
    actor,
    verb: isGone ? 'review.answer_removed' : 'review.answered',
    subject: { kind: 'review', token: String(reviewId), label: `Review ${reviewId}` },
    reason,
    now,
  })
}
