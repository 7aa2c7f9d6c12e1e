import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { Config } from '../config/config.ts'
import { sha256 } from '../tokens.ts'
import { createAuthenticity } from '../web/authenticity-token.tsx'
import type { AppEnv, SessionFacts, Visitor } from '../web/env.ts'
import {
  createSessionSeal,
  privateCookie,
  SESSION_MAX_AGE_SECONDS,
  sessionCookieName,
} from '../web/session-cookie.ts'
import { findSession, touchSession } from './session.ts'
import { isEndedSession, wasJustReplaced } from './session-lifetime.ts'

/**
 * Finds out who asks. The first page a visitor sees brings the cookie, and so does the answer to a sign-in or sign-out,
 * where the session becomes another; no later read sends it again, so a slow answer can never put an old session back,
 * and one to a page that was asked for before the sign-in cannot take the new one away.
 * The session's row is made by its first write.
 */
export function visitors(config: Config) {
  const seal = createSessionSeal(config)
  const authenticity = createAuthenticity(config)

  return createMiddleware<AppEnv>(async function visitor(c, next) {
    const cookie = getCookie(c, sessionCookieName(config))
    const known = cookie ? await seal.open(cookie, c.var.services.wallClock.now()) : null
    const { session, isOver, isOnItsWay } = standingOf(c, known)
    const id = known && !isOver ? known : c.var.services.chance.secret()
    const visitorOf = (sessionId: string, facts: SessionFacts | null) =>
      toVisitor(sessionId, facts, () => authenticity.issue(sessionId))
    c.set('visitor', visitorOf(id, session))
    c.set('becomeVisitor', (sessionId, facts) => c.set('visitor', visitorOf(sessionId, facts)))
    await next()
    const { sessionId } = c.var.visitor
    if (sessionId !== id || (id !== known && isPage(c) && !isOnItsWay)) await bringCookie(c, sessionId)
  })

  async function bringCookie(c: Context<AppEnv>, id: string) {
    const attributes = { ...privateCookie(config), maxAge: SESSION_MAX_AGE_SECONDS }
    setCookie(c, sessionCookieName(config), await seal.seal(id), attributes)
  }
}

/** The session behind an id that a cookie brought; over, it is nobody's, and the browser may have the next one by now. */
function standingOf(c: Context<AppEnv>, id: string | null) {
  const { db, clock } = c.var.services
  const [found, now] = [id === null ? null : findSession(db, sha256(id)), clock.now()]
  if (!found || !isEndedSession(found, now)) {
    if (found)
      touchSession(db, found, now).catch((error) => c.var.log.error({ err: error }, 'session not touched'))
    return { session: found, isOver: false, isOnItsWay: false }
  }
  return { session: null, isOver: true, isOnItsWay: wasJustReplaced(found, now) }
}

/** Judged by what was answered: somebody who takes anything gets the same page, and its forms need the cookie too. */
export const isPage = (c: Context) =>
  c.req.method === 'GET' && (c.res.headers.get('content-type') ?? '').includes('text/html')

function toVisitor(sessionId: string, session: SessionFacts | null, token: () => string): Visitor {
  return {
    sessionId,
    sessionHash: sha256(sessionId),
    user: session?.user ?? null,
    postalCode: session?.postalCode ?? null,
    promotionOffer: session?.promotionOffer ?? null,
    token,
  }
}
