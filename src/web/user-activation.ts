import type { Context } from 'hono'
import type { Config } from '../config/config.ts'
import { createAuthenticity } from './authenticity-token.tsx'
import type { AppEnv } from './env.ts'
import { isPrefetch } from './prefetch.ts'

/** For GETs that change something (GND-8): a click or script on our own page, or the session's token. */
export function userActivation(config: Config) {
  const authenticity = createAuthenticity(config)
  return function isActivated(c: Context<AppEnv>): boolean {
    if (c.req.method !== 'GET' || isPrefetch(c)) return false
    const site = c.req.header('sec-fetch-site')
    const token = c.req.header('x-csrf-token')
    if (token !== undefined) {
      const isOurs = site === undefined || site === 'same-origin'
      return isOurs && authenticity.accepts(c.var.visitor.sessionId, token)
    }
    return site === 'same-origin' && (isScript(c) || isClick(c))
  }
}

const isScript = (c: Context) => c.req.header('sec-fetch-dest') === 'empty'

/** Browsers send `?1` only for navigation that a person started. */
const isClick = (c: Context) =>
  c.req.header('sec-fetch-dest') === 'document' && c.req.header('sec-fetch-user') === '?1'
