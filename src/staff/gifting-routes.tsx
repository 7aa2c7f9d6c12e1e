import { Hono } from 'hono'
import type { CorporateGiftingContact } from '#db/schema/index.ts'
import { GiftingQuestionsPage } from '#views/staff/gifting-questions-page.tsx'
import { staff } from '../accounts/guards.ts'
import { paths } from '../paths.ts'
import { iso } from '../privacy/iso.ts'
import { giftingQuestions } from '../rewards/gifting-questions.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { pageNumber } from '../web/page-number.ts'
import { wantsHtml } from '../web/respond.ts'
import { type ListedGift, listedGifts } from './corporate-gifts/gifts.ts'
import { renderDesk } from './page.tsx'

export const giftingRoutes = new Hono<AppEnv>()

giftingRoutes.get(
  paths.staffGifting.pattern,
  staff((c, user) => {
    const page = pageNumber(c.req.query())
    const list = giftingQuestions(c.var.services.db, page)
    const begun = listedGifts(c.var.services.db, page)
    const pages = Math.max(list.pages, begun.pages)
    if (page > pages) return notFound(c)
    const { rows, total } = list
    const { gifts } = begun
    if (!wantsHtml(c))
      return c.json({ questions: rows.map(questionJson), gifts: gifts.map(giftRowJson), total, page, pages })
    const press = c.var.services.random.token()
    const view = <GiftingQuestionsPage list={{ ...list, pages }} gifts={gifts} press={press} />
    return renderDesk(c, user, { current: 'gifting', title: 'Corporate gifting' }, view)
  }),
)

const giftRowJson = ({ gift, boxes, pattern }: ListedGift) => ({
  token: gift.token,
  state: gift.state,
  boxes,
  email: pattern?.email ?? null,
  begun_at: iso(gift.createdAt),
})

const questionJson = (question: CorporateGiftingContact) => ({
  id: question.id,
  name: question.name,
  email: question.email,
  company: question.company,
  phone_number: question.phone,
  quantity: question.quantity,
  message: question.message,
  asked_at: iso(question.askedAt),
})
