import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { CreatePasswordPage } from '#views/accounts/create-password-page.tsx'
import { type SignInMode, SignInPage, type SignInProps } from '#views/accounts/sign-in-page.tsx'
import { answer, wantsHtml } from '../http/answer.ts'
import { arrive, leave } from '../http/arrive.ts'
import { captchaProblem } from '../http/captcha.ts'
import type { AppEnv } from '../http/env.ts'
import { readFields } from '../http/fields.ts'
import { leaveFlash } from '../http/flash.ts'
import { forgetWay, rememberedWay } from '../http/go-back.ts'
import { renderPage } from '../http/page.tsx'
import { heldReceipt, latestGuestEmail } from '../http/proven-by-receipt.ts'
import { byAddress, failureLimit, noteTooMany, rateLimit, waitSentence } from '../http/rate-limit.ts'
import { ownPath, redirectTo } from '../http/redirect.ts'
import { paths } from '../paths.ts'
import { unlessBusy } from './passwords.ts'
import {
  EMAIL_SENTENCE,
  isEmail,
  joinedErrors,
  MAX_EMAIL_LENGTH,
  PASSWORD_MISSING_SENTENCE,
} from './rules.ts'
import { rememberPostalCode } from './session.ts'
import { signIn } from './sign-in.ts'
import { CredentialFields, NewAccountFields } from './sign-in-fields.ts'
import { signUp } from './sign-up.ts'
import { accountEmail } from './users.ts'

export const accountsRoutes = new Hono<AppEnv>()

type Ctx = Context<AppEnv>

const UNABLE = 'Unable to sign in.'
/** Memory and threads have an end; nobody waits longer than this for their turn. */
const BUSY_SECONDS = 5

accountsRoutes.get('/signin', (c) => signInOr(c, c.req.url.includes('redeem') ? 'create' : 'sign-in'))
accountsRoutes.get('/signup', (c) => signInOr(c, 'create'))

/** For a guest who ordered: under the address of that order, or of the receipt they come with. */
accountsRoutes.get('/create-password', (c) => {
  if (c.var.visitor.user) return redirectTo(c, paths.account(), 302)
  return createPasswordPage(c, heldReceipt(c, c.req.query('order'), c.req.query('key')))
})

const signInFailures = failureLimit(
  { points: 5, seconds: 60, by: byAddress },
  { points: 20, seconds: 3600, by: byAddress },
)
/** A refusal tells which addresses have accounts, so that there are few of them. */
const signUpFailures = failureLimit(
  { points: 3, seconds: 60, by: byAddress },
  { points: 10, seconds: 3600, by: byAddress },
)
const allTogether = () => rateLimit({ points: 300, seconds: 3600, by: byAddress })

accountsRoutes.post('/v1/cc_signin', allTogether(), async (c) => {
  const read = readFields(CredentialFields, c.var.body)
  if (!read.ok) return refused(c, 'sign-in', 422, [read.message])
  const { email, password } = read.value
  const missing = credentialProblems(email, password)
  if (missing.length > 0) return refused(c, 'sign-in', 422, missing)

  const wait = await signInFailures.take(c)
  if (wait > 0) return comeAgain(c, 'sign-in', wait)
  const doubt = await captchaProblem(c)
  if (doubt) return refused(c, 'sign-in', 422, [doubt])
  const known = await unlessBusy(() => signIn(c.var.services, { email, password }))
  if (known === null) return comeAgain(c, 'sign-in', BUSY_SECONDS)
  if (!known.ok) {
    if (known.reason === 'wait') return comeAgain(c, 'sign-in', known.seconds)
    c.var.log.warn({ event: 'sign_in_refused' }, 'wrong email or password')
    return refused(c, 'sign-in', 401, [UNABLE])
  }
  await signInFailures.giveBack(c)
  await arrive(c, known.user)
  return letIn(c, known.user.token, 'Welcome back.')
})

accountsRoutes.post('/v1/create_account', allTogether(), async (c) => {
  const read = readFields(NewAccountFields, c.var.body)
  if (!read.ok) return refused(c, 'create', 422, [read.message])
  const wait = await signUpFailures.take(c)
  if (wait > 0) return comeAgain(c, 'create', wait)
  const doubt = await captchaProblem(c)
  if (doubt) return refused(c, 'create', 422, [doubt])
  const { postal_code, landing_page_source, ...credentials } = read.value
  const source = landing_page_source || null
  const receipt = heldReceipt(c, c.var.body.order_token, c.var.body.order_key)
  const hasProvenEmail = receipt?.email === accountEmail(credentials.email)
  const made = await unlessBusy(() =>
    signUp(c.var.services, { ...credentials, landingPageSource: source, hasProvenEmail }),
  )
  if (made === null) return comeAgain(c, 'create', BUSY_SECONDS)
  if (!made.ok) return refused(c, 'create', 422, made.errors)
  await signUpFailures.giveBack(c)
  if (postal_code !== null) await rememberPlace(c, postal_code)
  await arrive(c, made.user, { hasProvenEmail })
  return letIn(c, made.user.token, 'Your account is made. Welcome.')
})

accountsRoutes.post('/v1/cc_signout', async (c) => {
  await leave(c)
  const message = 'You are signed out.'
  const onward = { path: paths.home(), flash: { kind: 'notice' as const, message } }
  return answer(c, 200, { message, csrf_token: c.var.visitor.token() }, onward)
})

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
  const path = wayOn(c)
  forgetWay(c)
  return redirectTo(c, path, 302)
}

/** Where to go on: what the address asks for, else the way that was remembered, else the front page. */
function wayOn(c: Ctx): string {
  const asked = c.req.query('redirect_url') ?? c.var.body?.redirect_url
  if (typeof asked === 'string' && asked !== '') return ownPath(asked, c.var.services.config.appUrl)
  return rememberedWay(c) ?? paths.home()
}

function letIn(c: Ctx, user_token: string, message: string) {
  const path = wayOn(c)
  forgetWay(c)
  const json = { message, user_token, csrf_token: c.var.visitor.token(), redirect_to: path }
  return answer(c, 200, json, { path, flash: { kind: 'notice', message } })
}

function refused(c: Ctx, mode: SignInMode, status: ContentfulStatusCode, errors: string[]) {
  if (!wantsHtml(c))
    return c.json({ errors, error: joinedErrors(errors), message: joinedErrors(errors) }, status)
  return signInPage(c, { mode, problem: joinedErrors(errors), email: typedEmail(c) }, status)
}

function createPasswordPage(c: Ctx, receipt: ReturnType<typeof heldReceipt>) {
  const key = c.req.query('key') ?? ''
  const email = receipt?.email ?? latestGuestEmail(c) ?? ''
  const held = receipt && { orderToken: receipt.orderToken, key }
  c.header('Referrer-Policy', 'no-referrer')
  const view = <CreatePasswordPage email={email} receipt={held} problem={null} />
  return renderPage(c, view, { title: 'Choose a password', indexed: false })
}

/** The page is loaded anew by whoever gets this, says then to wait, and still has the address that was typed. */
export async function comeAgain(c: Ctx, mode: SignInMode, seconds: number) {
  noteTooMany(c, seconds)
  const message = waitSentence(seconds)
  const email = typedEmail(c)
  if (wantsHtml(c)) return signInPage(c, { mode, problem: message, email }, 429)
  await leaveFlash(c, { kind: 'danger', message, at: { field: 'email', typed: email } })
  return c.json({ errors: [message], error: message, message }, 429)
}

function typedEmail({ var: { body } }: Ctx): string {
  const typed = body.email ?? body.email_address
  return typeof typed === 'string' ? typed.slice(0, MAX_EMAIL_LENGTH) : ''
}

function signInPage(
  c: Ctx,
  { mode, ...shown }: Pick<SignInProps, 'mode'> & Partial<SignInProps>,
  status?: ContentfulStatusCode,
) {
  const { flash } = c.var
  const kept = flash?.at?.field === 'email' ? { problem: flash.message, email: flash.at.typed } : {}
  const page = (
    <SignInPage
      mode={mode}
      goOnTo={wayOn(c)}
      asksReset={c.req.query('c') === 'reset'}
      email=""
      problem={null}
      {...kept}
      {...shown}
    />
  )
  const title = mode === 'create' ? 'Create an account' : 'Sign in'
  return renderPage(c, page, { title, indexed: false, ...(status ? { status } : {}) })
}
