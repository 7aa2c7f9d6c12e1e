import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { clientNetwork } from './client-network.ts'
import type { AppEnv } from './env.ts'
import { refuse } from './errors.tsx'
import { isReissued } from './method-override.ts'

export type Limit = {
  /** How many in how many seconds. */
  points: number
  seconds: number
  /** What is counted: an order, a session, an address. */
  by: (c: Context<AppEnv>) => string
}

export const bySession = (c: Context<AppEnv>) => c.var.visitor.sessionHash
/** Whoever is not signed in is refused anyway, and counts for the session. */
export const byUser = (c: Context<AppEnv>) => c.var.visitor.user?.token ?? c.var.visitor.sessionHash
export const byNetwork = (c: Context<AppEnv>) => clientNetwork(clientAddress(c))

/** Refuses the request past a limit with 429 and Retry-After. Windows are fixed; each route has its own. */
export const rateLimit = (...limits: Limit[]) => rateLimitWith(tooManyRequests, ...limits)

type Refusing = (c: Context<AppEnv>, seconds: number) => Response | Promise<Response>

/** The same where a call has words of its own for those that come too often; they call `markTooManyRequests`. */
export function rateLimitWith(refusing: Refusing, ...limits: Limit[]) {
  const counted = limits.map(counting)
  return createMiddleware<AppEnv>(async function rateLimited(c, next) {
    if (!c.var.services.config.rateLimited || isReissued(c)) return next()
    for (const { limiter, by } of counted) {
      const wait = await secondsToWait(limiter, by(c))
      if (wait > 0) return refusing(c, wait)
    }
    return next()
  })
}

const counting = (limit: Limit) => ({
  ...limit,
  limiter: new RateLimiterMemory({ points: limit.points, duration: limit.seconds }),
})

async function secondsToWait(limiter: RateLimiterMemory, key: string): Promise<number> {
  try {
    await limiter.consume(key)
    return 0
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
    throw refusal
  }
}

/** Refuses with 429, and says when to come again. */
export function tooManyRequests(c: Context<AppEnv>, seconds: number) {
  markTooManyRequests(c, seconds)
  return refuse(c, 429, retryLaterSentence(seconds))
}

/** What every refusal of a limit carries, whoever words it. */
export function markTooManyRequests(c: Context<AppEnv>, seconds: number) {
  c.header('Retry-After', String(seconds))
  c.var.log.warn({ event: 'limit_reached' }, 'rate limit')
}

export const retryLaterSentence = (seconds: number) =>
  `That was a lot at once. Please wait ${spell(seconds)} and try again.`

/** As people would say it: nobody counts 3548 seconds. */
function spell(seconds: number): string {
  if (seconds === 1) return 'a second'
  if (seconds <= 90) return `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes >= 55 ? 'about an hour' : `about ${minutes} minutes`
}

/**
 * For calls of which not all count, as where only wrong ones do: each takes a place beforehand, so that many at once
 * count as well, and one that should not count gives it back.
 */
export function failureLimit(...limits: Limit[]) {
  const counted = limits.map(counting)
  return {
    /** @returns seconds to wait, or 0 */
    async take(c: Context<AppEnv>): Promise<number> {
      if (!c.var.services.config.rateLimited) return 0
      for (const { limiter, by } of counted) {
        const wait = await secondsToWait(limiter, by(c))
        if (wait > 0) return wait
      }
      return 0
    },
    async refundPoint(c: Context<AppEnv>) {
      if (!c.var.services.config.rateLimited) return
      for (const { limiter, by } of counted) await limiter.reward(by(c))
    },
  }
}

/** For calls that are unlimited while they are right: only the wrong ones are counted. */
export function failureCounter({ points, seconds, by }: Limit) {
  const limiter = new RateLimiterMemory({ points, duration: seconds })
  return {
    async secondsToWait(c: Context<AppEnv>): Promise<number> {
      const counted = c.var.services.config.rateLimited ? await limiter.get(by(c)) : null
      return counted && counted.consumedPoints >= points
        ? Math.max(1, Math.ceil(counted.msBeforeNext / 1000))
        : 0
    },
    async count(c: Context<AppEnv>) {
      await limiter.penalty(by(c))
    },
  }
}

/** The peer's address, or the right-most one that a trusted proxy wrote down. */
export function clientAddress(c: Context<AppEnv>): string {
  const { trustedProxies } = c.var.services.config
  const hops = (c.req.header('x-forwarded-for') ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean)
  const trusted = trustedProxies > 0 ? hops.at(-trustedProxies) : undefined
  return trusted ?? peerAddress(c)
}

/** Asked by a process beside this one, and not by a proxy on behalf of somebody. */
export const isFromThisMachine = (c: Context<AppEnv>) =>
  /^(127\.|::1$|::ffff:127\.|in-process$)/.test(peerAddress(c)) &&
  !c.req.header('x-forwarded-for') &&
  !c.req.header('forwarded')

function peerAddress(c: Context<AppEnv>): string {
  try {
    return getConnInfo(c).remote.address ?? 'unknown'
  } catch {
    return 'in-process' // a test that calls the app without a socket
  }
}
