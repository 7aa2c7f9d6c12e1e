import { type Context, Hono } from 'hono'
import type { User } from '#db/schema/index.ts'
import { CreatePasswordPage } from '#views/sign-in/create-password-page.tsx'
import type { SignInMode } from '#views/sign-in/sign-in-page.tsx'
import { BUSY_SECONDS, unlessBusy } from '../accounts/passwords.ts'
import { EMAIL_SENTENCE, isEmail, PASSWORD_MISSING_SENTENCE } from '../accounts/rules.ts'
import { rememberPostalCode } from '../accounts/session.ts'
import { checkCredentials } from '../accounts/sign-in.ts'
import { CredentialFields, NewAccountFields } from '../accounts/sign-in-fields.ts'
import { signUp } from '../accounts/sign-up.ts'
import { paths } from '../paths.ts'
import { captchaProblem } from '../web/captcha.ts'
import type { AppEnv } from '../web/env.ts'
import { readFields } from '../web/fields.ts'
import { renderPage } from '../web/page.tsx'
import { byNetwork, failureLimit, rateLimit } from '../web/rate-limit.ts'
import { redirectTo } from '../web/redirect.ts'
import { reply } from '../web/respond.ts'
import { forgetReturnPath } from '../web/return-path.ts'
import { guestReceipt, latestGuestEmail, pendingOrderPath, type Receipt } from './guest-receipt.ts'
import { type SignInResult, signIn, signInMessage, signOut } from './sign-in.ts'
import { nextPathOf, refused, signInPage, tooManyAttempts } from './sign-in-page.tsx'

export const passwordRoutes = new Hono<AppEnv>()

type Ctx = Context<AppEnv>

const UNABLE = 'Unable to sign in.'

passwordRoutes.get(paths.signIn.pattern, (c) =>
  signInPageOrRedirect(c, c.req.url.includes('redeem') ? 'create' : 'sign-in'),
)
passwordRoutes.get(paths.signUp.pattern, (c) => signInPageOrRedirect(c, 'create'))

passwordRoutes.get(paths.createPassword.pattern, (c) => {
  if (c.var.visitor.user) return redirectTo(c, paths.account(), 302)
  return createPasswordPage(c, guestReceipt(c, c.req.query('order'), c.req.query('key')))
})

const signInFailures = failureLimit(
  { points: 5, seconds: 60, by: byNetwork },
  { points: 20, seconds: 3600, by: byNetwork },
)
/** Refusals reveal which addresses have accounts, so they are few. */
const signUpFailures = failureLimit({ points: 5, seconds: 60, by: byNetwork })
const allAttempts = () => rateLimit({ points: 300, seconds: 3600, by: byNetwork })

passwordRoutes.post(paths.sendSignIn.pattern, allAttempts(), async (c) => {
  const read = readFields(CredentialFields, c.var.body)
  if (!read.ok) return refused(c, 'sign-in', 422, [read.message])
  const { email, password } = read.value
  const problems = credentialProblems(email, password)
  if (problems.length > 0) return refused(c, 'sign-in', 422, problems, isEmail(email) ? 'password' : 'email')

  const wait = await signInFailures.consume(c)
  if (wait > 0) return tooManyAttempts(c, 'sign-in', wait)
  const captchaError = await captchaProblem(c)
  if (captchaError) return refused(c, 'sign-in', 422, [captchaError])
  const check = await unlessBusy(() => checkCredentials(c.var.services, { email, password }))
  if (check === null) return tooManyAttempts(c, 'sign-in', BUSY_SECONDS)
  if (!check.ok && check.reason === 'wait') return tooManyAttempts(c, 'sign-in', check.seconds)
  const result = check.ok ? await signInUnlessChanged(c, check.user) : null
  if (!check.ok || !result) {
    c.var.log.warn({ event: 'sign_in_refused' }, 'wrong email or password')
    return refused(c, 'sign-in', 401, [UNABLE])
  }
  await signInFailures.refund(c)
  return signedInResponse(c, check.user.token, 'Welcome back!', result)
})

passwordRoutes.post(paths.createAccount.pattern, allAttempts(), async (c) => {
  const read = readFields(NewAccountFields, c.var.body)
  if (!read.ok) return refused(c, 'create', 422, [read.message])
  const wait = await signUpFailures.consume(c)
  if (wait > 0) return tooManyAttempts(c, 'create', wait)
  const captchaError = await captchaProblem(c)
  if (captchaError) return refused(c, 'create', 422, [captchaError])
  const { postal_code, landing_page_source, ...credentials } = read.value
  const source = landing_page_source || null
  const receipt = guestReceipt(c, c.var.body.order_token, c.var.body.order_key)
  const created = await unlessBusy(() =>
    signUp(c.var.services, { ...credentials, landingPageSource: source }),
  )
  if (created === null) return tooManyAttempts(c, 'create', BUSY_SECONDS)
  if (!created.ok) return refused(c, 'create', 422, created.errors, created.field)
  const { user } = created
  await signUpFailures.refund(c)
  if (postal_code !== null) await savePostalCode(c, postal_code)
  const result = await signInUnlessChanged(c, user)
  if (!result) return refused(c, 'create', 422, [UNABLE])
  const pendingOrder = receipt?.email === user.email ? pendingOrderPath(c, receipt) : null
  if (pendingOrder) return signedInResponse(c, user.token, confirmFirst(user.email), result, pendingOrder)
  return signedInResponse(c, user.token, 'Welcome! Your account is ready.', result)
})

passwordRoutes.post(paths.signOut.pattern, async (c) => {
  await signOut(c)
  const message = "You're signed out."
  const nextPage = { path: paths.home(), flash: { kind: 'notice' as const, message } }
  return reply(c, 200, { message, csrf_token: c.var.visitor.token() }, nextPage)
})

/** Hashing takes time; refuses if the password changed or was revoked in between. */
const signInUnlessChanged = (c: Ctx, user: User) =>
  signIn(c, user, { settle: (_tx, { passwordHash }) => passwordHash === user.passwordHash })

/** Saved on the guest's session, which the account's session then copies. */
const savePostalCode = ({ var: { services, visitor } }: Ctx, postalCode: string) =>
  rememberPostalCode(services.db, visitor.sessionHash, postalCode, services.clock.now())

const credentialProblems = (email: string, password: string) => [
  ...(isEmail(email) ? [] : [EMAIL_SENTENCE]),
  ...(password === '' ? [PASSWORD_MISSING_SENTENCE] : []),
]

function signInPageOrRedirect(c: Ctx, mode: SignInMode) {
  if (!c.var.visitor.user) return signInPage(c, { mode })
  const path = nextPathOf(c)
  forgetReturnPath(c)
  return redirectTo(c, path, 302)
}

const confirmFirst = (email: string) =>
  `Your account is ready. To add this order and any others you placed with ${email}, please open the email we just sent there.`

/** @param pendingOrder path of an order that the account gets once its address is confirmed */
async function signedInResponse(
  c: Ctx,
  user_token: string,
  sentence: string,
  result: SignInResult,
  pendingOrder: string | null = null,
) {
  const path = pendingOrder ?? nextPathOf(c)
  forgetReturnPath(c)
  const message = await signInMessage(c, sentence, result, pendingOrder !== null)
  const json = { message, user_token, csrf_token: c.var.visitor.token(), redirect_to: path }
  return reply(c, 200, json, { path, flash: { kind: 'notice', message } })
}

function createPasswordPage(c: Ctx, receipt: Receipt | null) {
  const email = receipt?.email ?? latestGuestEmail(c) ?? ''
  c.header('Referrer-Policy', 'no-referrer')
  const isTaken = c.req.query('order') !== undefined && receipt === null
  const view = <CreatePasswordPage email={email} receipt={receipt} isTaken={isTaken} />
  return renderPage(c, view, { title: 'Choose a password', indexed: false })
}
