import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { RequestLinkPage } from '#views/privacy/request-link-page.tsx'
import { RequestPage } from '#views/privacy/request-page.tsx'
import type { Ctx } from '../accounts/guards.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'
import { renderPage } from '../web/page.tsx'
import { byNetwork, failureLimit, rateLimit, tooManyRequests } from '../web/rate-limit.ts'
import { redirectTo } from '../web/redirect.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { sendPersonalData } from './data-file.ts'
import { type RequestProblems, readRequest, typedRequest } from './request-fields.ts'
import {
  confirmRequest,
  fileRequest,
  type MailedRequest,
  personOfRequest,
  requestByLink,
} from './requests.ts'

export const requestRoutes = new Hono<AppEnv>()

const HEAD = {
  title: 'Your personal data',
  description: 'Ask to see the data we have about you, or to have it corrected or deleted.',
  canonical: paths.dataRequest(),
}

const FILED = "We sent an email to that address. Please open its link within 24 hours, so we know it's you."

const limits = rateLimit(
  { points: 5, seconds: 60, by: byNetwork },
  { points: 20, seconds: 3600, by: byNetwork },
)

requestRoutes.get(paths.dataRequest.pattern, (c) => renderPage(c, <RequestPage />, HEAD))

/** The form takes any address, so it only sends an email, whose reader then confirms. */
requestRoutes.post(paths.updatePersonalData.pattern, limits, async (c) => {
  const read = readRequest(c.var.body)
  if (!read.ok) return refused(c, read.problems)
  await fileRequest(c.var.services, read.request)
  const flash = { kind: 'notice' as const, message: FILED }
  return reply(c, 200, { message: FILED }, { path: paths.dataRequest(), flash })
})

function refused(c: Ctx, problems: RequestProblems) {
  const message = Object.values(problems).join(' ')
  if (!wantsHtml(c)) return c.json({ error: message, message, errors: Object.values(problems) }, 422)
  const view = <RequestPage typed={typedRequest(c.var.body)} problems={problems} />
  return renderPage(c, view, { ...HEAD, status: 422 })
}

const wrongLinks = failureLimit({ points: 10, seconds: 900, by: byNetwork })

requestRoutes.get(paths.personalData.pattern, (c) => {
  const secret = c.req.param('secret')
  const mailed = requestByLink(c.var.services, secret)
  return linkPage(c, secret, mailed, mailed ? 200 : 410)
})

requestRoutes.post(paths.personalData.pattern, async (c) => {
  const wait = await wrongLinks.consume(c)
  if (wait > 0) return tooManyRequests(c, wait)
  const secret = c.req.param('secret')
  const mailed = requestByLink(c.var.services, secret)
  if (!mailed) return linkPage(c, secret, null, 410)
  await wrongLinks.refund(c)
  await confirmRequest(c.var.services, mailed.request)
  c.var.log.info({ event: 'data_request_confirmed', kind: mailed.request.kind }, 'data request confirmed')
  if (!wantsHtml(c)) return c.json({ message: 'Thanks! Your request is confirmed.' })
  c.header('Referrer-Policy', 'no-referrer')
  return redirectTo(c, paths.personalData(secret))
})

requestRoutes.get(paths.personalDataFile.pattern, (c) => {
  const mailed = requestByLink(c.var.services, c.req.param('secret'))
  if (mailed?.status !== 'confirmed' || mailed.request.kind !== 'access') return notFound(c)
  c.header('Referrer-Policy', 'no-referrer')
  return sendPersonalData(c, personOfRequest(c.var.services.db, mailed.request))
})

/** The URL holds the secret, so it must not leak in a Referer header. */
function linkPage(c: Ctx, secret: string, mailed: MailedRequest | null, status: ContentfulStatusCode) {
  c.header('Referrer-Policy', 'no-referrer')
  const view = <RequestLinkPage secret={secret} mailed={mailed} />
  return renderPage(c, view, { title: HEAD.title, indexed: false, ...(status === 200 ? {} : { status }) })
}
