import { and, eq, ne } from 'drizzle-orm'
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
  const isGone = words === ''
  if (!isGone && version !== null && version !== review.version) return { ok: false, code: 'changed' }
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
  return { ok: true }
}

/** Takes a farm's answer off, where it breaks the rules: the review itself stays. @returns whether there was one */
export function removeAnswer(
  tx: DurableTx,
  reviewId: number,
  reason: string,
  by: { actor: NonNullable<Actor>; now: Instant },
): boolean {
  const { changes } = tx
    .update(reviews)
    .set({ answer: '', answeredAt: null, answeredBy: null })
    .where(and(eq(reviews.id, reviewId), ne(reviews.answer, '')))
    .run()
  if (changes === 0) return false
  recordAction(tx, {
    actor: by.actor,
    verb: 'review.answer_removed',
    subject: { kind: 'review', token: String(reviewId), label: `Review ${reviewId}` },
    reason,
    now: by.now,
  })
  return true
}
