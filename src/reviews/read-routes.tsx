import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { z } from 'zod'
import { type Db, durably } from '#db/client.ts'
import {
  farms,
  REPORT_REASONS,
  type ReportReason,
  type Review,
  reviewPhotos,
  reviews,
  varieties,
} from '#db/schema/index.ts'
import { ProductReviewsPage } from '#views/reviews/product-reviews-page.tsx'
import { ReportPage } from '#views/reviews/report-page.tsx'
import { type Ctx, signedIn } from '../accounts/guards.ts'
import { isStaff } from '../accounts/roles.ts'
import { hasPassed } from '../accounts/second-factor.ts'
import { reviewsOfVariety } from '../catalog/reviews.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { line, lines, readFields } from '../web/fields.ts'
import { renderPage } from '../web/page.tsx'
import { pageNumber } from '../web/page-number.ts'
import { byUser, rateLimit } from '../web/rate-limit.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { reviewJson } from './json.ts'
import { publicReview, reportReview } from './report-review.ts'

export const readRoutes = new Hono<AppEnv>()

const REVIEWS_PER_PAGE = 10

readRoutes.get(paths.productReviews.pattern, (c) => {
  const { db } = c.var.services
  const product = productBySlug(db, c.req.param('slug'))
  const page = pageNumber(c.req.query())
  if (!product) return notFound(c)
  const list = reviewsOfVariety(db, product.id, REVIEWS_PER_PAGE, (page - 1) * REVIEWS_PER_PAGE)
  const pages = Math.max(1, Math.ceil(list.total / REVIEWS_PER_PAGE))
  if (page > pages) return notFound(c)
  if (!wantsHtml(c)) return c.json({ reviews: list.shown.map(reviewJson), total: list.total, page, pages })
  const view = <ProductReviewsPage product={product} list={list} page={page} pages={pages} />
  return renderPage(c, view, {
    title: `Reviews of ${product.name}`,
    canonical: paths.productReviews(product.slug, { page: page > 1 ? String(page) : null }),
    indexed: list.total > 0,
  })
})

const productBySlug = (db: Db, slug: string) =>
  db
    .select({
      id: varieties.id,
      slug: varieties.slug,
      name: varieties.name,
      farm: farms.name,
      hidden: varieties.hidden,
    })
    .from(varieties)
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .where(eq(varieties.slug, slug))
    .all()
    .find(({ hidden }) => !hidden) ?? null

/** Of a published review for everyone, else for its author and staff. */
readRoutes.get(paths.reviewPhoto.pattern, (c) => {
  const { services, visitor } = c.var
  const photo = services.db
    .select({ bytes: reviewPhotos.bytes, state: reviews.state, userId: reviews.userId })
    .from(reviewPhotos)
    .innerJoin(reviews, eq(reviews.id, reviewPhotos.reviewId))
    .where(eq(reviewPhotos.token, c.req.param('photoToken')))
    .get()
  if (!photo) return notFound(c)
  const isPublic = photo.state === 'published'
  const { user } = visitor
  if (!isPublic && user?.id !== photo.userId) {
    const mayRead =
      user && isStaff(services.db, user.id) && hasPassed(services.db, user.id, visitor.sessionHash)
    if (!mayRead) return notFound(c)
  }
  return c.body(new Uint8Array(photo.bytes), 200, {
    'Content-Type': 'image/webp',
    'Cache-Control': isPublic ? 'private, max-age=300' : 'private, no-store',
  })
})

readRoutes.get(
  paths.reportReview.pattern,
  signedIn((c) => reportPage(c)),
)

function reportPage(c: Ctx, problem: string | null = null): Response | Promise<Response> {
  const review = publicReview(c.var.services.db, c.req.param('reviewToken') ?? '')
  if (!review) return notFound(c)
  const view = <ReportPage review={review} problem={problem} />
  return renderPage(c, view, {
    title: 'Report a review',
    indexed: false,
    styles: 'passport',
    status: problem ? 422 : 200,
  })
}

const ReportFields = z.object({ reason: line(20), words: lines(500) })

const limit = rateLimit({ points: 20, seconds: 3_600, by: byUser })

const REPORTED = "Thank you. We'll read it and decide, usually within a day."

readRoutes.post(
  paths.reportReview.pattern,
  limit,
  signedIn(async (c, user) => {
    const { db, clock } = c.var.services
    const review = publicReview(db, c.req.param('reviewToken') ?? '')
    if (!review) return notFound(c)
    const read = readFields(ReportFields, c.var.body)
    const message = read.ok ? 'Please choose what is wrong with it.' : read.message
    if (!read.ok || !isReason(read.value.reason))
      return wantsHtml(c) ? reportPage(c, message) : refuse(c, 422, message)
    if (review.userId === user.id)
      return refuse(c, 409, 'This is your own review. You can change or delete it.')
    const report = { reason: read.value.reason, words: read.value.words }
    await durably(db, (tx) => reportReview(tx, review.id, user.id, report, clock.now()))
    return reply(
      c,
      200,
      { message: REPORTED },
      {
        path: pageOfReviews(db, review),
        flash: { kind: 'notice', message: REPORTED },
      },
    )
  }),
)

/** Where it stood. */
function pageOfReviews(db: Db, { varietyId }: Review): string {
  const cut = db.select().from(varieties).where(eq(varieties.id, varietyId)).get()
  return cut && !cut.hidden ? paths.productReviews(cut.slug) : paths.home()
}

const isReason = (typed: string): typed is ReportReason => REPORT_REASONS.some((one) => one === typed)
