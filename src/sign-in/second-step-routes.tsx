import { Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { z } from 'zod'
import type { User } from '#db/schema/index.ts'
import { SecondStepPage } from '#views/sign-in/second-step-page.tsx'
import { type Ctx, signedIn } from '../accounts/guards.ts'
import { factorFacts, factorStateOf, hasSecondFactor, passWithCode } from '../accounts/second-factor.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound, refuse } from '../web/errors.tsx'
import { line, readFields } from '../web/fields.ts'
import { renderPage } from '../web/page.tsx'
import { byNetwork, failureLimit, tooManyRequests } from '../web/rate-limit.ts'
import { redirectTo } from '../web/redirect.ts'
import { reply, wantsHtml } from '../web/respond.ts'
import { forgetReturnPath, rememberedReturnPath } from '../web/return-path.ts'

export const secondStepRoutes = new Hono<AppEnv>()

/** For people who have a second factor. */
const asked = (handler: (c: Ctx, user: User) => Response | Promise<Response>) =>
  signedIn((c, user) => (hasSecondFactor(c.var.services.db, user.id) ? handler(c, user) : notFound(c)))

const nextPath = (c: Ctx) => rememberedReturnPath(c) ?? paths.account()

secondStepRoutes.get(
  paths.secondStep.pattern,
  asked((c, user) => {
    const { services, visitor } = c.var
    const isPassed = factorStateOf(services.db, user.id, visitor.sessionHash) === 'passed'
    return isPassed ? redirectTo(c, nextPath(c), 302) : page(c, user)
  }),
)

function page(c: Ctx, user: User, problem?: string, status: ContentfulStatusCode = 200) {
  const { hasTotp, passkeys } = factorFacts(c.var.services.db, user.id)
  c.header('Cache-Control', 'no-store')
  const view = <SecondStepPage hasApp={hasTotp} hasPasskey={passkeys.length > 0} problem={problem} />
  return renderPage(c, view, { title: 'One more step', indexed: false, styles: 'orders', status })
}

const failures = failureLimit({ points: 20, seconds: 900, by: byNetwork })

const WRONG = 'That code isn’t right, or it was used before. Please wait for the next one.'

secondStepRoutes.post(
  paths.secondStep.pattern,
  asked(async (c, user) => {
    const wait = await failures.consume(c)
    if (wait > 0) return tooManyRequests(c, wait)
    const read = readFields(z.object({ code: line(40) }), c.var.body)
    if (!read.ok || read.value.code === '') return refusePage(c, user, 'Please enter your code.')
    const key = { user, sessionHash: c.var.visitor.sessionHash }
    const passed = await passWithCode(c.var.services, key, read.value.code)
    if (passed.ok) {
      await failures.refund(c)
      return passedReply(c, passed.codesLeft)
    }
    c.var.log.warn({ event: 'second_step_refused' }, 'wrong code')
    return passed.reason === 'wait' ? tooManyRequests(c, passed.seconds) : refusePage(c, user, WRONG)
  }),
)

const refusePage = (c: Ctx, user: User, message: string) =>
  wantsHtml(c) ? page(c, user, message, 422) : refuse(c, 422, message)

/** @param codesLeft after a recovery code was used */
export function passedReply(c: Ctx, codesLeft: number | null) {
  const path = nextPath(c)
  forgetReturnPath(c)
  const left = codesLeft === 1 ? '1 recovery code' : `${codesLeft} recovery codes`
  const message = codesLeft === null ? "You're in." : `You're in. You have ${left} left.`
  return reply(c, 200, { message, redirect_to: path }, { path, flash: { kind: 'notice', message } })
}
