import type { CorporateGift, User } from '#db/schema/index.ts'
import { CorporateGiftPage } from '#views/staff/corporate-gifts/corporate-gift-page.tsx'
import { type Ctx, staff } from '../../accounts/guards.ts'
import { paths } from '../../paths.ts'
import { notFound } from '../../web/errors.tsx'
import { reply, wantsHtml } from '../../web/respond.ts'
import type { DraftChange } from '../drafts/open-draft.ts'
import { renderDesk } from '../page.tsx'
import { giftFactsOf } from './facts.ts'
import { giftByToken, giftName } from './gifts.ts'
import { giftJson } from './json.ts'
import type { LineProblem } from './recipients-csv.ts'

export type GiftProblem = {
  status: 402 | 409 | 413 | 422 | 503
  message: string
  lines?: LineProblem[]
  /** What was pasted, to be shown again. */
  rows?: string
}

type Handler = (c: Ctx, user: User, gift: CorporateGift) => Response | Promise<Response>

export const staffGiftOf = (handler: Handler) =>
  staff((c, user) => {
    const gift = giftByToken(c.var.services.db, c.req.param('giftToken') ?? '')
    return gift ? handler(c, user, gift) : notFound(c)
  })

export function renderGift(c: Ctx, user: User, gift: CorporateGift, problem?: GiftProblem) {
  const { db } = c.var.services
  const facts = giftFactsOf(db, gift)
  if (!wantsHtml(c)) return c.json(giftJson(facts))
  const view = <CorporateGiftPage facts={facts} problem={problem ?? null} />
  const title = `Corporate gift ${giftName(db, gift)}`
  return renderDesk(c, user, { current: 'gifting', title, status: problem?.status }, view)
}

export function refuseGift(c: Ctx, user: User, gift: CorporateGift, problem: GiftProblem) {
  if (wantsHtml(c)) return renderGift(c, user, gift, problem)
  const { message, lines = [], status } = problem
  return c.json({ error: message, message, problems: lines }, status)
}

export function answerGift(c: Ctx, user: User, gift: CorporateGift, change: DraftChange) {
  if (!change.ok) return refuseGift(c, user, gift, change)
  const { message } = change
  return reply(
    c,
    200,
    { message },
    { path: paths.corporateGift(gift.token), flash: { kind: 'notice', message } },
  )
}
