import type { Context } from 'hono'
import type { Config } from '../config/config.ts'
import { createAuthenticity } from './authenticity-token.tsx'
import type { AppEnv } from './env.ts'
import { isPrefetch } from './prefetch.ts'

/**
 * For the few addresses that change something although they are read (GND-8): did somebody at one of our own pages mean
 * it? A click or a script of ours did, as browsers say it of themselves, or a request with the session's own token.
 * What is fetched ahead, asked for its head, drawn as a picture or sent from elsewhere means nothing.
 */
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

/** Browsers say it only of what a person set off. */
const isClick = (c: Context) =>
  c.req.header('sec-fetch-dest') === 'document' && c.req.header('sec-fetch-user') === '?1'
