import { Hono } from 'hono'
import type { AppEnv } from '../web/env.ts'
import { behavioursRoutes } from './behaviours-routes.tsx'
import { mailsRoutes } from './mails-routes.tsx'
import { outboxRoutes } from './outbox-routes.tsx'

/** What only a demo shows: mails, the outbox and each page behavior by itself. */
export const routes = new Hono<AppEnv>()

routes.route('/', outboxRoutes)
routes.route('/', behavioursRoutes)
routes.route('/', mailsRoutes)
