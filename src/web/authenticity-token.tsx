import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { ToastShown } from '#views/shared/toast.tsx'
import type { Config } from '../config/config.ts'
import { deriveKey, hmac, isSame } from '../tokens.ts'
import type { AppEnv } from './env.ts'
import { refuse } from './errors.tsx'
import { renderStream } from './page.tsx'
import { isReport } from './reports.ts'
import { wantsStream } from './respond.ts'

const SIZE = 32
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Tokens bound to a session. A fresh mask each time keeps compression from leaking them (BREACH). */
export function createAuthenticity(config: Config) {
  const key = deriveKey(config.sessionSecret, 'authenticity-token')
  const expected = (sessionId: string) => hmac(key, sessionId)

  return {
    issue(sessionId: string): string {
      const mask = randomBytes(SIZE)
      return Buffer.concat([mask, xor(mask, expected(sessionId))]).toString('base64url')
    },
    accepts(sessionId: string, token: string): boolean {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length !== 2 * SIZE) return false
      return isSame(xor(bytes.subarray(0, SIZE), bytes.subarray(SIZE)), expected(sessionId))
    },
  }
}

/** Refuses a request that may change something unless it has the session's token and comes from our own page. */
export function authenticityTokens(config: Config) {
  const authenticity = createAuthenticity(config)
  const origins = ownOrigins(config)

  return createMiddleware<AppEnv>(async function authenticityToken(c, next) {
    if (SAFE_METHODS.has(c.req.method)) return next()
    const isAuthentic = authenticity.accepts(c.var.visitor.sessionId, sentToken(c)) || isOwnPagesReport(c)
    if (isAuthentic && isFromOurPages(c, origins)) return next()
    c.var.log.warn({ event: 'csrf_refused' }, 'authenticity token or origin refused')
    return outOfDate(c)
  })
}

const OUT_OF_DATE = 'This page is out of date. Please reload it and try again.'

const COPY_FIRST = 'Copy what you typed first, because reloading clears it.'

/** A toast leaves the page alone, so that a Turbo form keeps its input. */
const outOfDate = (c: Context<AppEnv>) =>
  wantsStream(c)
    ? renderStream(c, <ToastShown kind="danger" message={`${OUT_OF_DATE} ${COPY_FIRST}`} />, 403)
    : refuse(c, 403, OUT_OF_DATE)

function sentToken(c: Context<AppEnv>): string {
  const field = c.var.body.authenticity_token
  return c.req.header('x-csrf-token') ?? (typeof field === 'string' ? field : '')
}

function isFromOurPages(c: Context, origins: Set<string>): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const origin = c.req.header('origin')
  return origin === undefined || origins.has(origin)
}

/** A page that outlived its session still reports about itself. No other site can send this header. */
const isOwnPagesReport = (c: Context) => isReport(c) && c.req.header('sec-fetch-site') === 'same-origin'

/** A demo also accepts this machine's other names. */
export function ownOrigins(config: Config): Set<string> {
  const local = ['localhost', '127.0.0.1'].map((host) => `http://${host}:${config.port}`)
  return new Set([config.appUrl, ...(config.demo ? local : [])])
}

/** A plain loop: `map` on bytes is thirty times slower, and every page issues a token. */
function xor(left: Buffer, right: Buffer): Buffer {
  const result = Buffer.allocUnsafe(left.length)
  for (let i = 0; i < left.length; i++) result[i] = (left[i] ?? 0) ^ (right[i] ?? 0)
  return result
}
