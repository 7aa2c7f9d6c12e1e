import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { farms, ratings, reviews, users, varieties } from '#db/schema/index.ts'
import { reviewDecidedMail } from '#views/mails/review-decided.tsx'
import { job } from '../jobs/job.ts'
import { LANES } from '../jobs/lanes.ts'
import { paths } from '../paths.ts'

/** As the review stands when the mail goes out; nothing once it is gone or waits again. */
export const mailReviewDecided = job(
  'mail_review_decided',
  z.object({ reviewId: z.number() }),
  LANES.mail,
  async ({ db, mailer, config }, { reviewId }) => {
    const found = db
      .select({
        state: reviews.state,
        reason: reviews.reason,
        version: reviews.version,
        decidedAt: reviews.decidedAt,
        score: ratings.score,
        email: users.email,
        cut: varieties.name,
        slug: varieties.slug,
        vendor: farms.slug,
      })
      .from(reviews)
      .innerJoin(users, eq(users.id, reviews.userId))
      .innerJoin(varieties, eq(varieties.id, reviews.varietyId))
      .innerJoin(farms, eq(farms.id, varieties.farmId))
      .leftJoin(ratings, and(eq(ratings.userId, reviews.userId), eq(ratings.varietyId, reviews.varietyId)))
      .where(eq(reviews.id, reviewId))
      .get()
    if (!found || (found.state !== 'published' && found.state !== 'refused')) return
    const { score, email, cut, slug, vendor, state, reason, version, decidedAt } = found
    const path = state === 'published' ? paths.product(slug) : paths.passportCut(vendor, slug)
    const mail = reviewDecidedMail({
      cut,
      reason: state === 'published' ? null : reason,
      hasStars: score !== null,
      url: config.appUrl + path,
      store: config.store,
    })
    await mailer.send({
      ...mail,
      key: `review_decided:${reviewId}:${version}:${state}:${decidedAt}`,
      to: email,
    })
  },
)
