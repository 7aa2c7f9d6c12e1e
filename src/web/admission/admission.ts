import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { Config } from '../../config/config.ts'
import type { AppEnv } from '../env.ts'
import { bareRefusal } from '../errors.tsx'
import { isReissued } from '../method-override.ts'
import { byNetwork, markTooManyRequests, retryLaterSentence } from '../rate-limit.ts'
import { wantsHtml } from '../respond.ts'
import { type SessionSeal, sessionCookieName } from '../session-cookie.ts'
import { createShares, type Share } from './shares.ts'
import { chargeTurn } from './thread-time.ts'

type Terms = Share & { inHand: number }

/** Of one network: strict for visitors without a session, generous for the others, who may be a whole office. */
const TERMS = {
  strangers: { millisecondsPerSecond: 250, burst: 1_500, inHand: 64 } satisfies Terms,
  known: { millisecondsPerSecond: 750, burst: 20_000, inHand: 512 } satisfies Terms,
  /** Of one session, whatever its network has left. */
  session: { millisecondsPerSecond: 250, burst: 10_000 } satisfies Share,
}

/**
 * Limits what one network may take of the only thread, before bodies are read and anything is rendered. A refusal is
 * a bare page, because rendering a whole one would cost as much as what it refuses.
 */
export function admission(config: Config, seal: SessionSeal, terms = TERMS) {
  const strangers = createDesk(terms.strangers)
  const known = createDesk(terms.known)
  const sessions = createShares(terms.session)

  return createMiddleware<AppEnv>(async function admitted(c, next) {
    if (!config.rateLimited || isReissued(c)) return next()
    const network = byNetwork(c)
    const { metrics } = c.var.services
    const session = await sessionOf(c)
    const desk = session === null ? strangers : known
    const now = performance.now()
    const refusal = desk.refusal(network, now, session === null ? 0 : sessions.secondsToWait(session, now))
    if (refusal) {
      metrics.refusedAdmissions.inc({ why: refusal.why })
      return tooBusy(c, refusal.seconds)
    }
    const charge = (milliseconds: number, at: number) => {
      desk.spend(network, milliseconds, at)
      if (session !== null) sessions.spend(session, milliseconds, at)
    }
    c.set('resumeWork', () => chargeTurn(charge))
    chargeTurn(charge)
    desk.take(network)
    const isReleasedLater = releaseWhenSent(c, () => desk.release(network))
    try {
      await next()
    } finally {
      if (!isReleasedLater) desk.release(network)
    }
  })

  async function sessionOf(c: Context<AppEnv>): Promise<string | null> {
    const cookie = getCookie(c, sessionCookieName(config))
    return cookie === undefined ? null : seal.open(cookie, c.var.services.wallClock.now())
  }
}

function createDesk(terms: Terms) {
  const shares = createShares(terms)
  const inHand = new Map<string, number>()
  return {
    refusal(network: string, now: number, atLeast: number): { why: string; seconds: number } | null {
      const seconds = Math.max(atLeast, shares.secondsToWait(network, now))
      if (seconds > 0) return { why: 'thread_time', seconds }
      return (inHand.get(network) ?? 0) < terms.inHand ? null : { why: 'in_hand', seconds: 1 }
    },
    spend: shares.spend,
    take(network: string) {
      inHand.set(network, (inHand.get(network) ?? 0) + 1)
    },
    release(network: string) {
      const left = (inHand.get(network) ?? 1) - 1
      if (left > 0) inHand.set(network, left)
      else inHand.delete(network)
    },
  }
}

/** A response that waits behind another on its connection never closes, only its socket does. */
function releaseWhenSent(c: Context<AppEnv>, release: () => void): boolean {
  const { incoming, outgoing }: Partial<HttpBindings> = c.env ?? {}
  if (!incoming || !outgoing) return false
  const { socket } = incoming
  const once = () => {
    outgoing.off('close', once)
    socket.off('close', once)
    release()
  }
  outgoing.on('close', once)
  socket.on('close', once)
  return true
}

function tooBusy(c: Context<AppEnv>, seconds: number) {
  markTooManyRequests(c, seconds)
  c.header('Connection', 'close') // what else was sent on it is dropped unread
  const message = retryLaterSentence(seconds)
  return wantsHtml(c) ? bareRefusal(c, 429, message) : c.json({ error: message, message }, 429)
}
