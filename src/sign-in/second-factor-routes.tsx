import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import type { User } from '#db/schema/index.ts'
import { RecoveryCodesPage, SecondFactorPage } from '#views/sign-in/second-factor-page.tsx'
import { type Ctx, signedIn } from '../accounts/guards.ts'
import { isRecentSignIn } from '../accounts/reauthentication.ts'
import { hasRole } from '../accounts/roles.ts'
import {
  confirmTotp,
  factorFacts,
  factorStateOf,
  newRecoveryCodes,
  removeFactor,
  setupSecret,
} from '../accounts/second-factor.ts'
import { secondFactorDetour } from '../accounts/second-factor-guard.ts'
import { findSession } from '../accounts/session.ts'
import { setupAddress } from '../accounts/totp.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { line, readFields } from '../web/fields.ts'
import { renderPage } from '../web/page.tsx'
import { tooManyRequests } from '../web/rate-limit.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { forgetReturnPath, rememberedReturnPath } from '../web/return-path.ts'

export const secondFactorRoutes = new Hono<AppEnv>()

type OwnHandler = (c: Ctx, user: User) => Response | Promise<Response>

/** For people with a role. Changing a factor requires passing it first. */
const worker = (handler: OwnHandler) =>
  signedIn((c, user) => {
    const { db } = c.var.services
    if (!hasRole(db, user.id)) return notFound(c)
    const isAsked = factorStateOf(db, user.id, c.var.visitor.sessionHash) === 'ask'
    return (isAsked && secondFactorDetour(c, user)) || handler(c, user)
  })

const AGAIN = "It's been a while since you signed in. Please sign in again to change this."

/** An unattended browser must not give away the second step. */
const recently = (handler: OwnHandler) =>
  worker((c, user) => (isRecent(c) ? handler(c, user) : wantsHtml(c) ? page(c, user) : refuse(c, 401, AGAIN)))

const isRecent = ({ var: { services, visitor } }: Ctx) =>
  isRecentSignIn(findSession(services.db, visitor.sessionHash), services.clock.now())

secondFactorRoutes.get(
  paths.secondFactor.pattern,
  worker((c, user) => page(c, user)),
)

function page(c: Ctx, user: User, problem?: string, status: ContentfulStatusCode = 200) {
  const { db, config } = c.var.services
  const facts = factorFacts(db, user.id)
  if (!wantsHtml(c))
    return c.json({
      app: facts.hasTotp,
      passkeys: facts.passkeys.map(({ token, name }) => ({ token, name })),
      recovery_codes_left: facts.codesLeft,
      required: facts.isRequired,
    })
  const secret = setupSecret(db, config, { user, sessionHash: c.var.visitor.sessionHash })
  const offer = { secret, address: setupAddress(secret, user.email, config.store.name) }
  c.header('Cache-Control', 'no-store')
  const view = <SecondFactorPage facts={facts} offer={offer} isRecent={isRecent(c)} problem={problem} />
  return renderPage(c, view, { title: 'Second step', indexed: false, styles: 'orders', status })
}

const refusePage = (c: Ctx, user: User, status: 409 | 422, message: string) =>
  wantsHtml(c) ? page(c, user, message, status) : refuse(c, status, message)

const WRONG = 'That code isn’t right. Please enter the one your app shows now, and check your phone’s clock.'

secondFactorRoutes.post(
  paths.confirmTotp.pattern,
  recently(async (c, user) => {
    const read = readFields(z.object({ code: line(20) }), c.var.body)
    const code = read.ok ? read.value.code.replaceAll(/\s/g, '') : ''
    if (!/^\d{6}$/.test(code)) return refusePage(c, user, 422, WRONG)
    const asked = { user, sessionHash: c.var.visitor.sessionHash }
    const confirmed = await confirmTotp(c.var.services, asked, code)
    if (confirmed.ok) return showCodes(c, confirmed.codes)
    if (confirmed.reason === 'wait') return tooManyRequests(c, confirmed.seconds)
    return confirmed.reason === 'wrong'
      ? refusePage(c, user, 422, WRONG)
      : refusePage(c, user, 409, 'Your app is set up already.')
  }),
)

secondFactorRoutes.post(
  paths.renewRecoveryCodes.pattern,
  recently(async (c, user) => {
    const { hasTotp, passkeys } = factorFacts(c.var.services.db, user.id)
    if (!hasTotp && passkeys.length === 0) return refusePage(c, user, 409, 'Please set up your app first.')
    return showCodes(c, await newRecoveryCodes(c.var.services, user))
  }),
)

/** The response to the POST shows them: no address may show them again. */
export function showCodes(c: Ctx, codes: string[]) {
  c.header('Cache-Control', 'no-store')
  if (!wantsHtml(c)) return c.json({ recovery_codes: codes })
  const nextPath = rememberedReturnPath(c) ?? paths.secondFactor()
  forgetReturnPath(c)
  const view = <RecoveryCodesPage codes={codes} nextPath={nextPath} at={c.var.services.clock.now()} />
  return renderPage(c, view, { title: 'Recovery codes', indexed: false, styles: 'orders' })
}

const REQUIRED = 'Your role needs a second step, so the last one stays. Set up another one first.'

secondFactorRoutes.post(
  paths.removeFactor.pattern,
  recently(async (c, user) => {
    const read = readFields(z.object({ factor: line(40) }), c.var.body)
    const removed = read.ok && (await removeFactor(c.var.services, user, read.value.factor))
    if (!removed) return refusePage(c, user, 422, 'Please choose what to remove.')
    if (!removed.ok)
      return removed.reason === 'required'
        ? refusePage(c, user, 409, REQUIRED)
        : refusePage(c, user, 409, 'It’s already removed.')
    const message = 'Removed.'
    const path = paths.secondFactor()
    return reply(c, 200, { message }, { path, flash: { kind: 'notice', message } })
  }),
)
