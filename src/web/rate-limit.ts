import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { type Counter, ownCounter, sharedCounter } from '../processes/counters.ts'
import { clientNetwork, widerNetwork } from './client-network.ts'
import type { AppEnv } from './env.ts'
import { refuse } from './errors.tsx'
import { isReissued } from './method-override.ts'

export type Limit = {
  points: number
  seconds: number
  /** Null: this request doesn't count. */
  by: (c: Context<AppEnv>) => string | null
  /** Protects the thread of this process, so that others count for themselves. */
  isOwn?: boolean
}

export const bySession = (c: Context<AppEnv>) => c.var.visitor.sessionHash
/** Guests count by session; such routes refuse them anyway. */
export const byUser = (c: Context<AppEnv>) => c.var.visitor.user?.token ?? c.var.visitor.sessionHash
export const byNetwork = (c: Context<AppEnv>) => clientNetwork(clientAddress(c))
export const byWiderNetwork = (c: Context<AppEnv>) => widerNetwork(clientAddress(c))

/** Windows are fixed, and each route has its own. */
export const rateLimit = (...limits: Limit[]) => rateLimitWith(tooManyRequests, ...limits)

type Refusal = (c: Context<AppEnv>, seconds: number) => Response | Promise<Response>

/** Like `rateLimit`, with a custom response, which calls `markTooManyRequests`. */
export function rateLimitWith(refuseRequest: Refusal, ...limits: Limit[]) {
  const counted = limits.map(withCounter)
  return createMiddleware<AppEnv>(async function rateLimited(c, next) {
    if (!c.var.services.config.rateLimited || isReissued(c)) return next()
    for (const limit of counted) {
      const wait = await consume(limit, c)
      if (wait > 0) return refuseRequest(c, wait)
    }
    return next()
  })
}

const withCounter = (limit: Limit) => ({
  ...limit,
  counter: limit.isOwn ? ownCounter(limit.seconds) : sharedCounter(limit.seconds),
})

async function consume({ counter, points, by }: Limit & { counter: Counter }, c: Context<AppEnv>) {
  const key = by(c)
  if (key === null) return 0
  const { count, msLeft } = await counter.add(key, 1)
  return count > points ? secondsOf(msLeft) : 0
}

const secondsOf = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1000))

export function tooManyRequests(c: Context<AppEnv>, seconds: number) {
  markTooManyRequests(c, seconds)
  return refuse(c, 429, retryLaterSentence(seconds))
}

export function markTooManyRequests(c: Context<AppEnv>, seconds: number) {
  c.header('Retry-After', String(seconds))
  c.var.log.warn({ event: 'limit_reached' }, 'rate limit')
}

export const retryLaterSentence = (seconds: number) =>
  `Too many tries. Please wait ${durationInWords(seconds)} and try again.`

function durationInWords(seconds: number): string {
  if (seconds === 1) return 'a second'
  if (seconds <= 90) return `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes >= 55 ? 'about an hour' : `about ${minutes} minutes`
}

/** Counts failures only: consumes first, so that parallel attempts count, and refunds on success. */
export function failureLimit(...limits: Limit[]) {
  const counted = limits.map(withCounter)
  return {
    /** @returns seconds to wait, or 0 */
    async consume(c: Context<AppEnv>): Promise<number> {
      if (!c.var.services.config.rateLimited) return 0
      for (const limit of counted) {
        const wait = await consume(limit, c)
        if (wait > 0) return wait
      }
      return 0
    },
    async refund(c: Context<AppEnv>) {
      if (!c.var.services.config.rateLimited) return
      for (const { counter, by } of counted) {
        const key = by(c)
        if (key !== null) await counter.add(key, -1)
      }
    },
  }
}

type Counted = Omit<Limit, 'by'> & { by: (c: Context<AppEnv>) => string }

/** For calls that are unlimited until they fail: the caller counts each failure. */
export function failureCounter({ points, seconds, by }: Counted) {
  const counter = sharedCounter(seconds)
  return {
    async secondsToWait(c: Context<AppEnv>): Promise<number> {
      if (!c.var.services.config.rateLimited) return 0
      const { count, msLeft } = await counter.add(by(c), 0)
      return count >= points ? secondsOf(msLeft) : 0
    },
    async count(c: Context<AppEnv>) {
      await counter.add(by(c), 1)
    },
  }
}

/** The address that the outermost trusted proxy saw, or the peer's when no proxy is trusted. */
export function clientAddress(c: Context<AppEnv>): string {
  const { trustedProxies } = c.var.services.config
  const hops = (c.req.header('x-forwarded-for') ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean)
  const trusted = trustedProxies > 0 ? hops.at(-trustedProxies) : undefined
  return trusted ?? peerAddress(c)
}

/** A direct request from a local process, not one that a local proxy forwards. */
export const isFromThisMachine = (c: Context<AppEnv>) =>
  /^(127\.|::1$|::ffff:127\.|in-process$)/.test(peerAddress(c)) &&
  !c.req.header('x-forwarded-for') &&
  !c.req.header('forwarded')

function peerAddress(c: Context<AppEnv>): string {
  try {
    return getConnInfo(c).remote.address ?? 'unknown'
  } catch {
    return 'in-process' // a test calls the app without a socket
  }
}
