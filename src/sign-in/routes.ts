import { Hono } from 'hono'
import type { AppEnv } from '../web/env.ts'
import { claimRoutes } from './claim-routes.ts'
import { mailedLinksRoutes } from './mailed-links-routes.tsx'
import { passwordRoutes } from './password-routes.tsx'
import { socialRoutes } from './social-routes.ts'

export const routes = new Hono<AppEnv>()

routes.route('/', passwordRoutes)
routes.route('/', mailedLinksRoutes)
routes.route('/', socialRoutes)
routes.route('/', claimRoutes)
