import { Hono } from 'hono'
import type { AppEnv } from '../web/env.ts'
import { accountRoutes } from './account-routes.tsx'
import { addressesRoutes } from './addresses-routes.ts'
import { cardsRoutes } from './cards-routes.tsx'
import { dataRoutes } from './data-routes.tsx'
import { emailChangeRoutes } from './email-change-routes.tsx'
import { leaveWaitListPages } from './leave-wait-list-routes.tsx'
import { passwordRoutes } from './password-routes.tsx'
import { preferencesRoutes } from './preferences-routes.tsx'
import { sessionsRoutes } from './sessions-routes.tsx'
import { textRoutes } from './text-routes.ts'

export const routes = new Hono<AppEnv>()

routes.route('/', accountRoutes)
routes.route('/', emailChangeRoutes)
routes.route('/', passwordRoutes)
routes.route('/', addressesRoutes)
routes.route('/', cardsRoutes)
routes.route('/', sessionsRoutes)
routes.route('/', preferencesRoutes)
routes.route('/', textRoutes)
routes.route('/', dataRoutes)
routes.route('/', leaveWaitListPages)
