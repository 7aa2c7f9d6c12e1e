import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../web/env.ts'
import { firstListings } from './cached-index.ts'

/** Pages that are asked for before the shop is ready wait for a large catalog, but don't keep others waiting. */
export const awaitListings = createMiddleware<AppEnv>(async (c, next) => {
  await firstListings(c.var.services)
  await next()
})
