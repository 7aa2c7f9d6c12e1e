import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import {
  type SignInMode,
  SignInPage,
  type SignInProblem,
  type SignInProps,
} from '#views/sign-in/sign-in-page.tsx'
import { joinedErrors, MAX_EMAIL_LENGTH } from '../accounts/rules.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { setFlash } from '../web/flash.ts'
import { renderPage } from '../web/page.tsx'
import { markTooManyRequests, retryLaterSentence } from '../web/rate-limit.ts'
import { localPage } from '../web/redirect.ts'
import { wantsHtml } from '../web/respond.ts'
import { rememberedReturnPath } from '../web/return-path.ts'

type Ctx = Context<AppEnv>
type PageProps = Pick<SignInProps, 'mode'> & Partial<SignInProps>

export function signInPage(c: Ctx, { mode, ...props }: PageProps, status?: ContentfulStatusCode) {
  const page = (
    <SignInPage
      mode={mode}
      nextPath={nextPathOf(c)}
      asksReset={c.req.query('c') === 'reset'}
      email=""
      problem={null}
      {...flashedProblem(c)}
      {...props}
    />
  )
  const title = mode === 'create' ? 'Create an account' : 'Sign in'
  return renderPage(c, page, { title, indexed: false, ...(status ? { status } : {}) })
}

/** A refusal from before the page reloaded. */
function flashedProblem({ var: { flash } }: Ctx): Partial<SignInProps> {
  if (!flash?.at || flash.at.field === 'postal_code') return {}
  const { field, typed } = flash.at
  return { email: typed, problem: { message: flash.message, at: field === 'email' ? 'form' : field } }
}

export function nextPathOf(c: Ctx): string {
  const requested = c.req.query('redirect_url') ?? c.var.body?.redirect_url
  if (typeof requested === 'string' && requested !== '')
    return localPage(requested, c.var.services.config.appUrl)
  return rememberedReturnPath(c) ?? paths.home()
}

export function refused(
  c: Ctx,
  mode: SignInMode,
  status: ContentfulStatusCode,
  errors: string[],
  field?: 'email' | 'password',
) {
  const message = joinedErrors(errors)
  if (!wantsHtml(c)) return c.json({ errors, error: message, message, field }, status)
  const problem: SignInProblem = { message, at: 'form', field }
  return signInPage(c, { mode, problem, email: typedEmail(c) }, status)
}

/** ACC-7: scripts reload the page on a 429, which then shows the flash and the typed email. */
export async function tooManyAttempts(
  c: Ctx,
  mode: SignInMode,
  seconds: number,
  at: SignInProblem['at'] = 'form',
) {
  markTooManyRequests(c, seconds)
  const message = retryLaterSentence(seconds)
  const email = typedEmail(c)
  if (wantsHtml(c)) return signInPage(c, { mode, problem: { message, at }, email }, 429)
  const field = at === 'form' ? 'email' : at
  await setFlash(c, { kind: 'danger', message, at: { field, typed: email } })
  return c.json({ errors: [message], error: message, message }, 429)
}

function typedEmail({ var: { body } }: Ctx): string {
  const typed = body.email ?? body.email_address
  return typeof typed === 'string' ? typed.slice(0, MAX_EMAIL_LENGTH) : ''
}
