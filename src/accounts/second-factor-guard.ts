import type { User } from '#db/schema/index.ts'
import { paths } from '../paths.ts'
import { notFound } from '../web/errors.tsx'
import { isPrefetch } from '../web/prefetch.ts'
import { redirectTo } from '../web/redirect.ts'
import { wantsHtml } from '../web/respond.ts'
import { previousPage, rememberReturnPath } from '../web/return-path.ts'
import type { Ctx } from './guards.ts'
import { factorStateOf } from './second-factor.ts'

const WORDS = {
  ask: 'Please enter your code first.',
  set_up: 'Your role needs a second step to sign in. Please set it up first.',
}

/** Where a person must go before a desk opens, or null. Call it before reading anything for the desk. */
export function secondFactorDetour(c: Ctx, user: User): Response | null {
  const state = factorStateOf(c.var.services.db, user.id, c.var.visitor.sessionHash)
  if (state === 'none' || state === 'passed') return null
  const path = state === 'ask' ? paths.secondStep() : paths.secondFactor()
  if (!wantsHtml(c)) return c.json({ error: WORDS[state], message: WORDS[state], redirect_to: path }, 403)
  if (!isPrefetch(c)) {
    const { pathname, search } = new URL(c.req.url)
    rememberReturnPath(c, c.req.method === 'GET' ? pathname + search : previousPage(c, paths.account()))
  }
  return redirectTo(c, path)
}

/** For those who work here; everyone else learns nothing. */
export const atDesk = (
  c: Ctx,
  user: User,
  worksHere: boolean,
  handle: () => Response | Promise<Response>,
): Response | Promise<Response> => (worksHere ? (secondFactorDetour(c, user) ?? handle()) : notFound(c))
