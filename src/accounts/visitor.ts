import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { Config } from '../config/config.ts'
import { sha256 } from '../tokens.ts'
import { createAuthenticity } from '../web/authenticity-token.tsx'
import type { AppEnv, SessionFacts, Visitor } from '../web/env.ts'
import {
  privateCookie,
  SESSION_MAX_AGE_SECONDS,
  type SessionSeal,
  sessionCookieName,
} from '../web/session-cookie.ts'
import { findSession, touchSession } from './session.ts'
import { isEndedSession, wasJustReplaced } from './session-lifetime.ts'

/**
 * Only a visitor's first page, sign-in and sign-out set the session cookie, so a slow response to an earlier request
 * can neither restore an old session nor drop a new one.
 */
export function visitors(config: Config, seal: SessionSeal) {
  const authenticity = createAuthenticity(config)

  return createMiddleware<AppEnv>(async function visitor(c, next) {
    const cookie = getCookie(c, sessionCookieName(config))
    const cookieId = cookie ? await seal.open(cookie, c.var.services.wallClock.now()) : null
    const { session, isEnded, isReplacementInFlight } = loadSession(c, cookieId)
    const id = cookieId && !isEnded ? cookieId : c.var.services.random.secret()
    const visitorOf = (sessionId: string, facts: SessionFacts | null) =>
      toVisitor(sessionId, facts, () => authenticity.issue(sessionId))
    c.set('visitor', visitorOf(id, session))
    c.set('isFirstRequest', id !== cookieId)
    c.set('replaceVisitor', (sessionId, facts) => c.set('visitor', visitorOf(sessionId, facts)))
    await next()
    const { sessionId } = c.var.visitor
    if (sessionId !== id || (id !== cookieId && isPage(c) && !isReplacementInFlight))
      await setSessionCookie(c, sessionId)
  })

  async function setSessionCookie(c: Context<AppEnv>, id: string) {
    const attributes = { ...privateCookie(config), maxAge: SESSION_MAX_AGE_SECONDS }
    const cookie = await seal.seal(id)
    c.var.resumeWork?.()
    setCookie(c, sessionCookieName(config), cookie, attributes)
  }
}

/** An ended session is anonymous, and the cookie that replaces it may still be in flight. */
function loadSession(c: Context<AppEnv>, id: string | null) {
  const { db, clock } = c.var.services
  const [session, now] = [id === null ? null : findSession(db, sha256(id)), clock.now()]
  if (!session || !isEndedSession(session, now)) {
    if (session)
      touchSession(db, session, now).catch((error) => c.var.log.error({ err: error }, 'session not touched'))
    return { session, isEnded: false, isReplacementInFlight: false }
  }
  return { session: null, isEnded: true, isReplacementInFlight: wasJustReplaced(session, now) }
}

/** Judges by the response: a client that accepts anything also gets a page, whose forms need the cookie. */
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
