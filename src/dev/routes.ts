import { Hono } from 'hono'
import type { AppEnv } from '../web/env.ts'
import { behaviorsRoutes } from './behaviours-routes.tsx'
import { mailsRoutes } from './mails-routes.tsx'
import { outboxRoutes } from './outbox-routes.tsx'

/** Only a demo mounts these. */
export const routes = new Hono<AppEnv>()

routes.route('/', outboxRoutes)
routes.route('/', behaviorsRoutes)
routes.route('/', mailsRoutes)
