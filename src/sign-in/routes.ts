import { Hono } from 'hono'
import type { AppEnv } from '../web/env.ts'
import { claimRoutes } from './claim-routes.ts'
import { invitationRoutes } from './invitation-routes.tsx'
import { mailedLinksRoutes } from './mailed-links-routes.tsx'
import { passwordRoutes } from './password-routes.tsx'
import { secondFactorRoutes } from './second-factor-routes.tsx'
import { secondStepRoutes } from './second-step-routes.tsx'
import { socialRoutes } from './social-routes.ts'

export const routes = new Hono<AppEnv>()

routes.route('/', passwordRoutes)
routes.route('/', mailedLinksRoutes)
routes.route('/', socialRoutes)
routes.route('/', claimRoutes)
routes.route('/', invitationRoutes)
routes.route('/', secondStepRoutes)
routes.route('/', secondFactorRoutes)
