import { Hono } from 'hono'
import type { Config } from '../config/config.ts'
import type { AppEnv } from '../web/env.ts'
import { followRoutes } from './follow-routes.ts'
import { pageRoutes } from './page-routes.tsx'

export function routes(config: Config) {
  const all = new Hono<AppEnv>()
  all.route('/', pageRoutes)
  all.route('/', followRoutes(config))
  return all
}
