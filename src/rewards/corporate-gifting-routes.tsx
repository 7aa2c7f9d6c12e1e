import { type Context, Hono } from 'hono'
import { CorporateGiftingPage } from '#views/rewards/corporate-gifting-page.tsx'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { renderPage } from '../web/page.tsx'
import { byNetwork, rateLimit } from '../web/rate-limit.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { askAboutGifting } from './corporate-gifting.ts'
import { type GiftingProblems, readGiftingQuestion, typedValues } from './corporate-gifting-fields.ts'

const limits = rateLimit(
  { points: 5, seconds: 60, by: byNetwork },
  { points: 20, seconds: 3600, by: byNetwork },
)

const HEAD = {
  title: 'Corporate gifting',
  description:
    'Boxes of meat from independent farms for your team and your customers, delivered on the day you choose.',
  canonical: paths.corporateGifting(),
}

export const corporateGiftingRoutes = new Hono<AppEnv>()

corporateGiftingRoutes.get(paths.corporateGifting.pattern, (c) =>
  renderPage(c, <CorporateGiftingPage />, HEAD),
)

corporateGiftingRoutes.post(paths.corporateGiftingContact.pattern, limits, async (c) => {
  const { db, clock } = c.var.services
  const read = readGiftingQuestion(c.var.body)
  if (!read.ok) return refused(c, read.problems)
  await askAboutGifting(db, read.question, clock.now())
  const message = 'Thanks! Someone on our team will read this and email you back.'
  const flash = { kind: 'notice' as const, message }
  return reply(c, 200, { message }, { path: paths.corporateGifting(), flash })
})

function refused(c: Context<AppEnv>, problems: GiftingProblems) {
  if (!wantsHtml(c)) return c.json({ message: sentenceOf(problems) }, 422)
  const view = <CorporateGiftingPage typed={typedValues(c.var.body)} problems={problems} />
  return renderPage(c, view, { ...HEAD, status: 422 })
}

const sentenceOf = (problems: GiftingProblems) =>
  Object.entries(problems)
    .map(([field, sentence]) => `${LABELS[field as keyof typeof LABELS]}: ${sentence}`)
    .join(' ')

const LABELS = {
  name: 'Name',
  email: 'Email',
  company: 'Company',
  phone_number: 'Phone Number',
  quantity: 'How many boxes',
  message: 'Message',
}
