import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { endedSession, findSession, type SessionFacts, touchSession } from '../accounts/session.ts'
import type { Config } from '../config.ts'
import { sha256 } from '../tokens.ts'
import { createAuthenticity } from './authenticity-token.ts'
import type { AppEnv, Visitor } from './env.ts'
import { createSessionSeal, privateCookie, SESSION_MAX_AGE_SECONDS, sessionCookieName } from './session.ts'

/**
 * Finds out who asks. The first page a visitor sees brings the cookie, and so does the answer to a sign-in or sign-out,
 * where the session becomes another; no later read sends it again, so a slow answer can never put an old session back.
 * The session's row is made by its first write.
 */
export function visitors(config: Config) {
  const seal = createSessionSeal(config)
  const authenticity = createAuthenticity(config)

  return createMiddleware<AppEnv>(async function visitor(c, next) {
    const cookie = getCookie(c, sessionCookieName(config))
    const known = cookie ? await seal.open(cookie) : null
    const session = known ? liveSession(c, sha256(known)) : null
    const id = known && session !== 'ended' ? known : c.var.services.chance.secret()
    const visitorOf = (sessionId: string, facts: SessionFacts | null) =>
      toVisitor(sessionId, facts, () => authenticity.issue(sessionId))
    c.set('visitor', visitorOf(id, session === 'ended' ? null : session))
    c.set('becomeVisitor', (sessionId, facts) => c.set('visitor', visitorOf(sessionId, facts)))
    await next()
    const { sessionId } = c.var.visitor
    if (sessionId !== id || (id !== known && isPage(c))) await bringCookie(c, sessionId)
  })

  async function bringCookie(c: Context<AppEnv>, id: string) {
    const attributes = { ...privateCookie(config), maxAge: SESSION_MAX_AGE_SECONDS }
    setCookie(c, sessionCookieName(config), await seal.seal(id), attributes)
  }

  function liveSession(c: Context<AppEnv>, hash: string): SessionFacts | null | 'ended' {
    const { db, clock } = c.var.services
    const now = clock.now()
    const session = findSession(db, hash)
    if (!session) return null
    if (endedSession(session, now)) return 'ended'
    touchSession(db, session, now).catch((error) => c.var.log.error({ err: error }, 'session not touched'))
    return session
  }
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
