import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { ConfirmEmailPage } from '#views/sign-in/confirm-email-page.tsx'
import { MagicLinkPage } from '#views/sign-in/magic-link-page.tsx'
import { ResetPasswordPage } from '#views/sign-in/reset-password-page.tsx'
import { confirmEmail, confirmLinkState } from '../accounts/email-verification.ts'
import { findMagicLink, sendMagicLink, spendMagicLink } from '../accounts/magic-link.ts'
import { BUSY_SECONDS, unlessBusy } from '../accounts/passwords.ts'
import { changeForgottenPassword, isResetLinkGood, sendResetLink } from '../accounts/reset-password.ts'
import { EMAIL_SENTENCE, EXPIRED_RESET_SENTENCE, isEmail, joinedErrors } from '../accounts/rules.ts'
import { MagicLinkFields, NewPasswordFields, ResetFields } from '../accounts/sign-in-fields.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { readFields } from '../web/fields.ts'
import { renderPage } from '../web/page.tsx'
import { byNetwork, failureLimit, rateLimitWith, tooManyRequests } from '../web/rate-limit.ts'
import { localPage } from '../web/redirect.ts'
import { requireSignIn } from '../web/require-sign-in.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { forgetReturnPath } from '../web/return-path.ts'
import { joinGuestHistory, signIn, signInMessage } from './sign-in.ts'
import { tooManyAttempts } from './sign-in-page.tsx'

export const mailedLinksRoutes = new Hono<AppEnv>()

type Ctx = Context<AppEnv>

/** Someone else may have registered the address before it was confirmed, so its old password is revoked. */
const CHOOSE_AGAIN =
  "You're signed in. This email address wasn't confirmed before, so please choose a new password in your account."
const SENT = 'If that address has an account, a link is on its way.'

const sending = (panel: 'magic_link' | 'reset_password') =>
  rateLimitWith(
    (c, seconds) => tooManyAttempts(c, 'sign-in', seconds, panel),
    { points: 3, seconds: 60, by: byNetwork },
    { points: 300, seconds: 3600, by: byNetwork },
  )
const wrongLinks = failureLimit({ points: 10, seconds: 900, by: byNetwork })

mailedLinksRoutes.post(paths.sendMagicLink.pattern, sending('magic_link'), async (c) => {
  const read = readFields(MagicLinkFields, c.var.body)
  const email = read.ok ? read.value.email_address : ''
  if (!read.ok || !isEmail(email)) return refused(c, EMAIL_SENTENCE)
  await sendMagicLink(c.var.services, email, localPage(read.value.redirect_url, c.var.services.config.appUrl))
  return sent(c)
})

mailedLinksRoutes.post(paths.sendResetLink.pattern, sending('reset_password'), async (c) => {
  const read = readFields(ResetFields, c.var.body)
  if (!read.ok || !isEmail(read.value.email)) return refused(c, EMAIL_SENTENCE)
  await sendResetLink(c.var.services, read.value.email)
  return sent(c)
})

/** A GET consumes nothing, because mail scanners open links: only the button signs in. */
mailedLinksRoutes.get(paths.magicLink.pattern, (c) => {
  const magicLink = findMagicLink(c.var.services, c.req.param('secret'))
  const email = magicLink?.user.email ?? null
  const { user } = c.var.visitor
  const signsOut = user && user.id !== magicLink?.user.id ? user.email : null
  return linkPage(c, <MagicLinkPage {...{ email, signsOut }} />, 'Sign in', magicLink ? 200 : 410)
})

mailedLinksRoutes.post(paths.magicLink.pattern, async (c) => {
  const wait = await wrongLinks.consume(c)
  if (wait > 0) return tooManyRequests(c, wait)
  const { services } = c.var
  const secret = c.req.param('secret')
  const magicLink = findMagicLink(services, secret)
  const result =
    magicLink &&
    (await signIn(c, magicLink.user, {
      settle: (tx) => spendMagicLink(tx, services, secret),
      hasProvenEmail: true,
    }))
  if (!result) return linkPage(c, <MagicLinkPage email={null} signsOut={null} />, 'Sign in', 410)
  await wrongLinks.refund(c)
  forgetReturnPath(c)
  const keepsPassword = magicLink.user.emailVerifiedAt !== null || magicLink.user.passwordHash === null
  const message = await signInMessage(c, keepsPassword ? "You're signed in." : CHOOSE_AGAIN, result)
  const path = magicLink.link.nextPath ?? paths.home()
  return reply(c, 200, { message, redirect_to: path }, { path, flash: { kind: 'notice', message } })
})

mailedLinksRoutes.get(paths.resetPassword.pattern, (c) => {
  const secret = c.req.param('secret')
  const isGood = isResetLinkGood(c.var.services, secret)
  return linkPage(c, <ResetPasswordPage {...{ secret, isGood }} />, RESET_TITLE, isGood ? 200 : 410)
})

mailedLinksRoutes.post(paths.changePassword.pattern, async (c) => {
  const wait = await wrongLinks.consume(c)
  if (wait > 0) return tooManyRequests(c, wait)
  const secret = c.req.param('secret')
  const read = readFields(NewPasswordFields, c.var.body)
  const change = read.ok
    ? await unlessBusy(() => changeForgottenPassword(c.var.services, secret, read.value.password))
    : { ok: false as const, errors: [read.message] }
  if (change === null) return tooManyRequests(c, BUSY_SECONDS)
  if (!change.ok) return passwordRefused(c, secret, change)
  await wrongLinks.refund(c)
  const message = 'Your password has been changed. Please sign in with your new one.'
  const path = paths.signIn()
  return reply(c, 200, { message, redirect_to: path }, { path, flash: { kind: 'notice', message } })
})

mailedLinksRoutes.get(paths.confirmEmail.pattern, (c) => confirmPage(c, c.req.param('secret')))

mailedLinksRoutes.post(paths.confirmEmail.pattern, async (c) => {
  const wait = await wrongLinks.consume(c)
  if (wait > 0) return tooManyRequests(c, wait)
  const { visitor, services } = c.var
  const { user } = visitor
  const secret = c.req.param('secret')
  if (confirmLinkState(services, secret, user) !== 'dead') await wrongLinks.refund(c)
  const isConfirmed =
    user &&
    (await confirmEmail(services, secret, user, (tx) => joinGuestHistory(tx, user, services.clock.now())))
  if (!isConfirmed) return confirmPage(c, secret)
  const message = 'Thanks! Your email address is confirmed.'
  return reply(c, 200, { message }, { path: paths.account(), flash: { kind: 'notice', message } })
})

function confirmPage(c: Ctx, secret: string) {
  const { visitor, services } = c.var
  const linkState = confirmLinkState(services, secret, visitor.user)
  if (linkState === 'unknown_reader') return requireSignIn(c)
  const view = <ConfirmEmailPage linkState={linkState} email={visitor.user?.email ?? ''} />
  return linkPage(c, view, 'Confirm your email', linkState === 'good' ? 200 : 410)
}

const RESET_TITLE = 'Choose a new password'

async function passwordRefused(c: Ctx, secret: string, change: { reason: 'expired' } | { errors: string[] }) {
  const isExpired = 'reason' in change
  if (!isExpired) await wrongLinks.refund(c)
  const message = isExpired ? EXPIRED_RESET_SENTENCE : joinedErrors(change.errors)
  if (!wantsHtml(c))
    return c.json({ error: message, message, errors: isExpired ? [message] : change.errors }, 422)
  const view = <ResetPasswordPage {...{ secret, isGood: !isExpired }} problem={message} />
  return linkPage(c, view, RESET_TITLE, 422)
}

const sent = (c: Ctx) =>
  reply(c, 200, { message: SENT }, { path: paths.signIn(), flash: { kind: 'notice', message: SENT } })

const refused = (c: Ctx, message: string) =>
  reply(
    c,
    422,
    { error: message, message, errors: [message] },
    {
      path: paths.signIn(),
      flash: { kind: 'danger', message },
    },
  )

/** The URL holds the secret, so it must not leak in a Referer header. */
function linkPage(
  c: Ctx,
  view: Parameters<typeof renderPage>[1],
  title: string,
  status: ContentfulStatusCode,
) {
  c.header('Referrer-Policy', 'no-referrer')
  return renderPage(c, view, { title, indexed: false, ...(status === 200 ? {} : { status }) })
}
