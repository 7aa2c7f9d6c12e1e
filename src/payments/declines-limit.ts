import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { deriveKey, hmac } from '../tokens.ts'
import type { AppEnv } from '../web/env.ts'
import { byNetwork, tooManyRequests } from '../web/rate-limit.ts'
import { declinesWaitMs } from './card-testing.ts'

/** Refuses a network whose cards were declined too often (`card-testing.ts`). Orders and sessions get an explanation. */
export const declinesLimit = createMiddleware<AppEnv>(async function declinesLimited(c, next) {
  const { services } = c.var
  if (!services.config.rateLimited) return next()
  const wait = declinesWaitMs(services.db, { network: networkMark(c) }, services.wallClock.now())
  return wait > 0 ? tooManyRequests(c, Math.ceil(wait / 1000)) : next()
})

/** A digest with a key of our own, because the addresses of a country could all be tried. */
export const networkMark = (c: Context<AppEnv>): string =>
  hmac(deriveKey(c.var.services.config.sessionSecret, 'networks of payments'), byNetwork(c))
    .toString('base64url')
    .slice(0, 22)
