import { type Context, Hono } from 'hono'
import type { User } from '#db/schema/index.ts'
import { CreatePasswordPage } from '#views/sign-in/create-password-page.tsx'
import type { SignInMode } from '#views/sign-in/sign-in-page.tsx'
import { BUSY_SECONDS, unlessBusy } from '../accounts/passwords.ts'
import { EMAIL_SENTENCE, isEmail, PASSWORD_MISSING_SENTENCE } from '../accounts/rules.ts'
import { rememberPostalCode } from '../accounts/session.ts'
import { signIn } from '../accounts/sign-in.ts'
import { CredentialFields, NewAccountFields } from '../accounts/sign-in-fields.ts'
import { signUp } from '../accounts/sign-up.ts'
import { paths } from '../paths.ts'
import { captchaProblem } from '../web/captcha.ts'
import type { AppEnv } from '../web/env.ts'
import { readFields } from '../web/fields.ts'
import { renderPage } from '../web/page.tsx'
import { byNetwork, failureLimit, rateLimit } from '../web/rate-limit.ts'
import { redirectTo } from '../web/redirect.ts'
import { answer } from '../web/respond.ts'
import { forgetReturnPath } from '../web/return-path.ts'
import { guestReceipt, latestGuestEmail, pendingOrderPath, type Receipt } from './guest-receipt.ts'
import { type Arrived, arrive, leave, welcome } from './sign-in.ts'
import { nextPathOf, refused, signInPage, tooManyAttempts } from './sign-in-page.tsx'

export const passwordRoutes = new Hono<AppEnv>()

type Ctx = Context<AppEnv>

const UNABLE = 'Unable to sign in.'

passwordRoutes.get(paths.signIn.pattern, (c) =>
  signInOr(c, c.req.url.includes('redeem') ? 'create' : 'sign-in'),
)
passwordRoutes.get(paths.signUp.pattern, (c) => signInOr(c, 'create'))

/** For a guest who ordered: under the address of that order, or of the receipt they come with. */
passwordRoutes.get(paths.createPassword.pattern, (c) => {
  if (c.var.visitor.user) return redirectTo(c, paths.account(), 302)
  return createPasswordPage(c, guestReceipt(c, c.req.query('order'), c.req.query('key')))
})

const signInFailures = failureLimit(
  { points: 5, seconds: 60, by: byNetwork },
  { points: 20, seconds: 3600, by: byNetwork },
)
/** A refusal tells which addresses have accounts, so that there are few of them. */
const signUpFailures = failureLimit({ points: 5, seconds: 60, by: byNetwork })
const allTogether = () => rateLimit({ points: 300, seconds: 3600, by: byNetwork })

passwordRoutes.post(paths.sendSignIn.pattern, allTogether(), async (c) => {
  const read = readFields(CredentialFields, c.var.body)
  if (!read.ok) return refused(c, 'sign-in', 422, [read.message])
  const { email, password } = read.value
  const missing = credentialProblems(email, password)
  if (missing.length > 0) return refused(c, 'sign-in', 422, missing, isEmail(email) ? 'password' : 'email')

  const wait = await signInFailures.take(c)
  if (wait > 0) return tooManyAttempts(c, 'sign-in', wait)
  const doubt = await captchaProblem(c)
  if (doubt) return refused(c, 'sign-in', 422, [doubt])
  const known = await unlessBusy(() => signIn(c.var.services, { email, password }))
  if (known === null) return tooManyAttempts(c, 'sign-in', BUSY_SECONDS)
  if (!known.ok && known.reason === 'wait') return tooManyAttempts(c, 'sign-in', known.seconds)
  const arrived = known.ok ? await arriveAs(c, known.user) : null
  if (!known.ok || !arrived) {
    c.var.log.warn({ event: 'sign_in_refused' }, 'wrong email or password')
    return refused(c, 'sign-in', 401, [UNABLE])
  }
  await signInFailures.refundPoint(c)
  return letIn(c, known.user.token, 'Welcome back.', arrived)
})

passwordRoutes.post(paths.createAccount.pattern, allTogether(), async (c) => {
  const read = readFields(NewAccountFields, c.var.body)
  if (!read.ok) return refused(c, 'create', 422, [read.message])
  const wait = await signUpFailures.take(c)
  if (wait > 0) return tooManyAttempts(c, 'create', wait)
  const doubt = await captchaProblem(c)
  if (doubt) return refused(c, 'create', 422, [doubt])
  const { postal_code, landing_page_source, ...credentials } = read.value
  const source = landing_page_source || null
  const receipt = guestReceipt(c, c.var.body.order_token, c.var.body.order_key)
  const made = await unlessBusy(() => signUp(c.var.services, { ...credentials, landingPageSource: source }))
  if (made === null) return tooManyAttempts(c, 'create', BUSY_SECONDS)
  if (!made.ok) return refused(c, 'create', 422, made.errors, made.field)
  await signUpFailures.refundPoint(c)
  if (postal_code !== null) await rememberPlace(c, postal_code)
  const arrived = await arriveAs(c, made.user)
  if (!arrived) return refused(c, 'create', 422, [UNABLE])
  const waiting = receipt?.email === made.user.email ? pendingOrderPath(c, receipt) : null
  if (waiting) return letIn(c, made.user.token, confirmFirst(made.user.email), arrived, waiting)
  return letIn(c, made.user.token, 'Your account is made. Welcome.', arrived)
})

passwordRoutes.post(paths.signOut.pattern, async (c) => {
  await leave(c)
  const message = 'You are signed out.'
  const onward = { path: paths.home(), flash: { kind: 'notice' as const, message } }
  return answer(c, 200, { message, csrf_token: c.var.visitor.token() }, onward)
})

/** A password is looked at for a while: one that was changed, or ended, in that time lets nobody in any more. */
const arriveAs = (c: Ctx, user: User) =>
  arrive(c, user, { settle: (_tx, { passwordHash }) => passwordHash === user.passwordHash })

/** Of the guest, whose session goes on as the account's. */
const rememberPlace = ({ var: { services, visitor } }: Ctx, postalCode: string) =>
  rememberPostalCode(services.db, visitor.sessionHash, postalCode, services.clock.now())

/** What the form itself would have said. */
const credentialProblems = (email: string, password: string) => [
  ...(isEmail(email) ? [] : [EMAIL_SENTENCE]),
  ...(password === '' ? [PASSWORD_MISSING_SENTENCE] : []),
]

/** Whoever is signed in already goes on at once; a way that was remembered is gone once. */
function signInOr(c: Ctx, mode: SignInMode) {
  if (!c.var.visitor.user) return signInPage(c, { mode })
  const path = nextPathOf(c)
  forgetReturnPath(c)
  return redirectTo(c, path, 302)
}

const confirmFirst = (email: string) =>
  `Your account is made. Please open the mail that we just sent to ${email}: with that, this order and all others under that address come into it.`

/** @param todoPath where they go on instead, with something to do */
async function letIn(
  c: Ctx,
  user_token: string,
  sentence: string,
  arrived: Arrived,
  todoPath: string | null = null,
) {
  const path = todoPath ?? nextPathOf(c)
  forgetReturnPath(c)
  const message = await welcome(c, sentence, arrived, todoPath !== null)
  const json = { message, user_token, csrf_token: c.var.visitor.token(), redirect_to: path }
  return answer(c, 200, json, { path, flash: { kind: 'notice', message } })
}

function createPasswordPage(c: Ctx, receipt: Receipt | null) {
  const email = receipt?.email ?? latestGuestEmail(c) ?? ''
  c.header('Referrer-Policy', 'no-referrer')
  const isTaken = c.req.query('order') !== undefined && receipt === null
  const view = <CreatePasswordPage email={email} receipt={receipt} isTaken={isTaken} />
  return renderPage(c, view, { title: 'Choose a password', indexed: false })
}
