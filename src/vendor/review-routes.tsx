import { Hono } from 'hono'
import { z } from 'zod'
import { durably } from '#db/client.ts'
import { FarmReviewsPage } from '#views/vendor/reviews-page.tsx'
import { actorOf } from '../accounts/actor.ts'
import type { Ctx } from '../accounts/guards.ts'
import { reviewsOfFarm } from '../catalog/reviews.ts'
import { paths } from '../paths.ts'
import { answerReview } from '../reviews/answer-review.ts'
import { reviewJson } from '../reviews/json.ts'
import { MAX_ANSWER } from '../reviews/rules.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { digits, lines, readFields } from '../web/fields.ts'
import { pageNumber } from '../web/page-number.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { rowId } from '../web/row-id.ts'
import { type Farmer, farmer } from './farmer.ts'
import { renderFarmPage } from './page.tsx'

export const reviewRoutes = new Hono<AppEnv>()

const REVIEWS_PER_PAGE = 20

reviewRoutes.get(
  paths.farmReviews.pattern,
  farmer((c, who) => reviewsPage(c, who, c.req.query('page'))),
)

type Problem = { status: 409 | 422; message: string }

function reviewsPage(c: Ctx, who: Farmer, pageTyped: string | undefined, problem?: Problem) {
  const { db } = c.var.services
  const page = pageNumber({ page: pageTyped })
  const list = reviewsOfFarm(db, who.farm.id, REVIEWS_PER_PAGE, (page - 1) * REVIEWS_PER_PAGE)
  const pages = Math.max(1, Math.ceil(list.total / REVIEWS_PER_PAGE))
  if (page > pages) return notFound(c)
  if (!wantsHtml(c)) return c.json({ reviews: list.shown.map(reviewJson), total: list.total, page, pages })
  const refused = problem ? { action: c.req.path, fields: c.var.body } : null
  const shown = { farm: who.farm, list, page, pages, problem: problem?.message, refused }
  const head = { title: 'What people say', status: problem?.status ?? (200 as const) }
  return renderFarmPage(c, who, head, <FarmReviewsPage {...shown} />)
}

/** Scripts get the message; a form gets its page of the list with it. */
function refuseAnswer(c: Ctx, who: Farmer, problem: Problem) {
  if (!wantsHtml(c)) return refuse(c, problem.status, problem.message)
  const { page } = c.var.body
  return reviewsPage(c, who, typeof page === 'string' ? page : undefined, problem)
}

const CHANGED = 'The shopper changed this review meanwhile. Please read it again before you answer.'

const AnswerFields = z.object({ words: lines(MAX_ANSWER), version: digits(9) })

reviewRoutes.post(
  paths.answerReview.pattern,
  farmer(async (c, who) => {
    const { farm, user } = who
    const { db, clock } = c.var.services
    const read = readFields(AnswerFields, c.var.body, { words: 'your answer' })
    if (!read.ok) return refuseAnswer(c, who, { status: 422, message: read.message })
    const { words, version } = read.value
    const token = c.req.param('reviewToken') ?? ''
    const answer = { farmId: farm.id, token, words, version: rowId(version) || null }
    const by = { actor: actorOf(user), now: clock.now() }
    const answered = await durably(db, (tx) => answerReview(tx, answer, by))
    if (!answered.ok)
      return answered.code === 'unknown'
        ? notFound(c)
        : refuseAnswer(c, who, { status: 409, message: CHANGED })
    const message = words === '' ? 'Your answer is gone.' : 'Your answer shows under the review.'
    const path = paths.farmReviews(farm.slug)
    return reply(c, 200, { message }, { path, flash: { kind: 'notice', message } })
  }),
)
