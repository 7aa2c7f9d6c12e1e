import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type SignInMode, SignInPage, type SignInProps, type Trouble } from '#views/sign-in/sign-in-page.tsx'
import { joinedErrors, MAX_EMAIL_LENGTH } from '../accounts/rules.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { leaveFlash } from '../web/flash.ts'
import { renderPage } from '../web/page.tsx'
import { markTooManyRequests, retryLaterSentence } from '../web/rate-limit.ts'
import { localPage } from '../web/redirect.ts'
import { wantsHtml } from '../web/respond.ts'
import { rememberedReturnPath } from '../web/return-path.ts'

type Ctx = Context<AppEnv>
type Shown = Pick<SignInProps, 'mode'> & Partial<SignInProps>

export function signInPage(c: Ctx, { mode, ...shown }: Shown, status?: ContentfulStatusCode) {
  const page = (
    <SignInPage
      mode={mode}
      nextPath={nextPathOf(c)}
      asksReset={c.req.query('c') === 'reset'}
      email=""
      trouble={null}
      {...leftFor(c)}
      {...shown}
    />
  )
  const title = mode === 'create' ? 'Create an account' : 'Sign in'
  return renderPage(c, page, { title, indexed: false, ...(status ? { status } : {}) })
}

/** What a refusal that had the page loaded anew left for it. */
function leftFor({ var: { flash } }: Ctx): Partial<SignInProps> {
  if (!flash?.at || flash.at.field === 'postal_code') return {}
  const { field, typed } = flash.at
  return { email: typed, trouble: { message: flash.message, at: field === 'email' ? 'form' : field } }
}

/** Where to go on: what the address asks for, else the way that was remembered, else the front page. */
export function nextPathOf(c: Ctx): string {
  const asked = c.req.query('redirect_url') ?? c.var.body?.redirect_url
  if (typeof asked === 'string' && asked !== '') return localPage(asked, c.var.services.config.appUrl)
  return rememberedReturnPath(c) ?? paths.home()
}

/** Said on the page, and at the field where one of them is to blame. */
export function refused(
  c: Ctx,
  mode: SignInMode,
  status: ContentfulStatusCode,
  errors: string[],
  field?: 'email' | 'password',
) {
  const message = joinedErrors(errors)
  if (!wantsHtml(c)) return c.json({ errors, error: message, message, field }, status)
  const trouble: Trouble = { message, at: 'form', field }
  return signInPage(c, { mode, trouble, email: typedEmail(c) }, status)
}

/** The page is loaded anew by whoever gets this, says then where they were to wait, and still has what was typed. */
export async function tooManyAttempts(c: Ctx, mode: SignInMode, seconds: number, at: Trouble['at'] = 'form') {
  markTooManyRequests(c, seconds)
  const message = retryLaterSentence(seconds)
  const email = typedEmail(c)
  if (wantsHtml(c)) return signInPage(c, { mode, trouble: { message, at }, email }, 429)
  const field = at === 'form' ? 'email' : at
  await leaveFlash(c, { kind: 'danger', message, at: { field, typed: email } })
  return c.json({ errors: [message], error: message, message }, 429)
}

function typedEmail({ var: { body } }: Ctx): string {
  const typed = body.email ?? body.email_address
  return typeof typed === 'string' ? typed.slice(0, MAX_EMAIL_LENGTH) : ''
}
