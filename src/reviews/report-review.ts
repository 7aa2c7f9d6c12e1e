import { eq } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { type ReportReason, type Review, reviewReports, reviews } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'

export const publicReview = (db: Db, token: string): Review | null => {
  const review = db.select().from(reviews).where(eq(reviews.token, token)).get()
  return review && (review.state === 'published' || review.state === 'reported') ? review : null
}

export type Report = { reason: ReportReason; words: string }

/**
 * Hides it until staff decide, unless they have kept it before. Each person reports a review once.
 * @returns whether it is new
 */
export function reportReview(
  tx: DurableTx,
  reviewId: number,
  userId: number,
  report: Report,
  now: Instant,
): boolean {
  const review = tx.select().from(reviews).where(eq(reviews.id, reviewId)).get()
  if (review?.state !== 'published' && review?.state !== 'reported') return false
  const { changes } = tx
    .insert(reviewReports)
    .values({ reviewId, userId, ...report, reportedAt: now })
    .onConflictDoNothing()
    .run()
  if (changes === 1 && review.state === 'published' && review.keptAt === null)
    tx.update(reviews).set({ state: 'reported' }).where(eq(reviews.id, reviewId)).run()
  return changes === 1
}
