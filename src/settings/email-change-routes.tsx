import { Hono } from 'hono'
import { ChangeEmailPage } from '#views/settings/change-email-page.tsx'
import { confirmEmailChange, findCompletedEmailChange, findEmailChange } from '../accounts/email-change.ts'
import type { Ctx } from '../accounts/guards.ts'
import { paths } from '../paths.ts'
import { joinGuestHistory } from '../sign-in/sign-in.ts'
import type { AppEnv } from '../web/env.ts'
import { renderPage } from '../web/page.tsx'
import { byNetwork, failureLimit, tooManyRequests } from '../web/rate-limit.ts'
import { requireSignIn } from '../web/require-sign-in.ts'
import { reply } from '../web/respond.ts'

/** Takes a sign-in as well as the link, or a mistaken click could give your address to a stranger's account. */
export const emailChangeRoutes = new Hono<AppEnv>()

const wrongLinks = failureLimit({ points: 10, seconds: 900, by: byNetwork })

emailChangeRoutes.get(paths.changeEmail.pattern, (c) => {
  const secret = c.req.param('secret')
  const link = findEmailChange(c.var.services, secret)
  if (!link) return spentPage(c, secret)
  const { user } = c.var.visitor
  if (!user) return requireSignIn(c)
  return link.userId === user.id ? linkPage(c, { email: link.email }, 200) : otherAccountPage(c)
})

emailChangeRoutes.post(paths.changeEmail.pattern, async (c) => {
  const wait = await wrongLinks.consume(c)
  if (wait > 0) return tooManyRequests(c, wait)
  const { services, visitor } = c.var
  const secret = c.req.param('secret')
  const link = findEmailChange(services, secret)
  if (link || findCompletedEmailChange(services, secret)) await wrongLinks.refund(c)
  if (!link) return spentPage(c, secret)
  if (!visitor.user) return requireSignIn(c)
  if (link.userId !== visitor.user.id) return otherAccountPage(c)
  const changed = await confirmEmailChange(services, secret, (tx, user) =>
    joinGuestHistory(tx, user, services.clock.now()),
  )
  if (!changed) return spentPage(c, secret)
  c.var.log.info({ event: 'email_changed' }, 'email changed')
  const message = `Your email is now ${changed.email}.`
  const flash = { kind: 'notice' as const, message, part: 'account_email' }
  const path = paths.accountPart('account_email')
  return reply(c, 200, { message, new_email: changed.email }, { path, flash })
})

const otherAccountPage = (c: Ctx) => linkPage(c, { email: null, isOtherAccount: true }, 410)

function spentPage(c: Ctx, secret: string) {
  const changed = findCompletedEmailChange(c.var.services, secret)
  return linkPage(c, { email: changed?.email ?? null, isDone: changed !== null }, 410)
}

/** The URL holds the secret, so it must not leak in a Referer header. */
function linkPage(c: Ctx, props: Parameters<typeof ChangeEmailPage>[0], status: 200 | 410) {
  c.header('Referrer-Policy', 'no-referrer')
  const view = <ChangeEmailPage {...props} />
  return renderPage(c, view, {
    title: 'Change your email',
    indexed: false,
    ...(status === 200 ? {} : { status }),
  })
}
