import { Hono } from 'hono'
import { z } from 'zod'
import { durably } from '#db/client.ts'
import type { User } from '#db/schema/index.ts'
import { StaffReviewPage } from '#views/staff/review-page.tsx'
import { ReviewQueuePage } from '#views/staff/reviews-page.tsx'
import { actorOf } from '../accounts/actor.ts'
import { type Ctx, staff } from '../accounts/guards.ts'
import { paths } from '../paths.ts'
import { iso } from '../privacy/iso.ts'
import { removeAnswer } from '../reviews/answer-review.ts'
import { type Decided, decideReview } from '../reviews/decide-review.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { digits, line, lines, readFields } from '../web/fields.ts'
import { pageNumber } from '../web/page-number.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { rowId } from '../web/row-id.ts'
import { unknownOption } from '../web/unknown-option.ts'
import { renderDesk } from './page.tsx'
import { listQueue, REVIEW_QUEUES, type ReviewRow, reviewRow } from './reviews.ts'

export const reviewRoutes = new Hono<AppEnv>()

const rowJson = (row: ReviewRow) => ({
  id: row.id,
  version: row.version,
  state: row.state,
  name: row.name,
  words: row.words,
  cut: row.cut,
  farm: row.farm,
  score: row.score,
  photos: row.photos.map((photo) => paths.reviewPhoto(photo)),
  written_at: iso(row.writtenAt),
  decided_at: iso(row.decidedAt),
  reason: row.reason,
  answer: row.answer,
  reports: row.reports.map(({ reason, words, reportedAt }) => ({ reason, words, at: iso(reportedAt) })),
})

reviewRoutes.get(
  paths.staffReviews.pattern,
  staff((c, user) => {
    const { db } = c.var.services
    const query = c.req.query()
    const { queue: asked = 'waiting' } = query
    const queue = REVIEW_QUEUES.find((one) => one === asked)
    if (!queue) return refuse(c, 422, unknownOption('queue', asked, REVIEW_QUEUES))
    const list = listQueue(db, queue, pageNumber(query))
    if (list.page > list.pages) return notFound(c)
    const { rows, total, page, pages } = list
    if (!wantsHtml(c)) return c.json({ reviews: rows.map(rowJson), total, page, pages })
    const view = <ReviewQueuePage list={list} queue={queue} />
    return renderDesk(c, user, { current: 'reviews', title: 'Reviews' }, view)
  }),
)

reviewRoutes.get(
  paths.staffReview.pattern,
  staff((c, user) => {
    const row = reviewRow(c.var.services.db, rowId(c.req.param('reviewId')))
    if (!row) return notFound(c)
    return wantsHtml(c) ? reviewPage(c, user, row) : c.json(rowJson(row))
  }),
)

type Problem = { status: 409 | 422; message: string }

function reviewPage(c: Ctx, user: User, row: ReviewRow, problem?: Problem) {
  const typed = problem ? c.var.body : null
  const view = <StaffReviewPage review={row} problem={problem?.message} typed={typed} />
  const head = { current: 'reviews' as const, title: `Review of ${row.cut}`, status: problem?.status }
  return renderDesk(c, user, head, view)
}

/** Scripts get the message; a form gets the review's page with it. */
function refuseOnReview(c: Ctx, user: User, problem: Problem) {
  const row = wantsHtml(c) ? reviewRow(c.var.services.db, rowId(c.req.param('reviewId'))) : null
  return row ? reviewPage(c, user, row, problem) : refuse(c, problem.status, problem.message)
}

const REASON_MISSING = 'Please tell the shopper why. A low rating is no reason.'

/** `version`: of what the page showed. */
const DecisionFields = z.object({ decision: line(20), reason: lines(500), version: digits(9) })

reviewRoutes.post(
  paths.staffReview.pattern,
  staff(async (c, user) => {
    const { db, clock } = c.var.services
    const read = readFields(DecisionFields, c.var.body, { reason: 'the reason' })
    if (!read.ok) return refuseOnReview(c, user, { status: 422, message: read.message })
    const { decision, reason, version } = read.value
    if (decision === 'remove_answer') return takeAnswerOff(c, user, reason)
    if (decision !== 'approve' && decision !== 'refuse')
      return refuseOnReview(c, user, { status: 422, message: 'Please choose "approve" or "refuse".' })
    if (decision === 'refuse' && reason === '')
      return refuseOnReview(c, user, { status: 422, message: REASON_MISSING })
    const reviewId = rowId(c.req.param('reviewId'))
    const decided = await durably(db, (tx) =>
      decideReview(
        tx,
        reviewId,
        { decision, reason, version: rowId(version) || null },
        { actor: actorOf(user), now: clock.now() },
      ),
    )
    if (!decided.ok)
      return decided.code === 'unknown'
        ? notFound(c)
        : refuseOnReview(c, user, { status: 409, message: REFUSALS[decided.code] })
    const message =
      decision === 'approve' ? 'Published.' : 'Refused. The shopper gets an email with your reason.'
    return reply(c, 200, { message }, { path: paths.staffReviews(), flash: { kind: 'notice', message } })
  }),
)

/** A farm's, which shows as soon as it is written. The review stays: hiding a bad one would be against the law. */
async function takeAnswerOff(c: Ctx, user: User, reason: string): Promise<Response> {
  const { db, clock } = c.var.services
  if (reason === '')
    return refuseOnReview(c, user, { status: 422, message: 'Please note why you take the answer off.' })
  const reviewId = rowId(c.req.param('reviewId'))
  const by = { actor: actorOf(user), now: clock.now() }
  const isRemoved = await durably(db, (tx) => removeAnswer(tx, reviewId, reason, by))
  if (!isRemoved) return notFound(c)
  const message = "The farm's answer is off. The review stays as it is."
  return reply(c, 200, { message }, { path: paths.staffReview(reviewId), flash: { kind: 'notice', message } })
}

const REFUSALS: Record<Exclude<(Decided & { ok: false })['code'], 'unknown'>, string> = {
  changed: 'The shopper changed this review meanwhile. Please read it again.',
  decided_before: 'This review was decided before.',
  refunded: 'Its order was refunded in full, so it can’t be shown.',
}
