import { Hono } from 'hono'
import type { AppEnv } from '../web/env.ts'
import { claimRoutes } from './claim-routes.tsx'
import { dataRequestRoutes } from './data-request-routes.tsx'
import { flagRoutes } from './flag-routes.tsx'
import { jobRoutes } from './job-routes.tsx'
import { memberRoutes } from './member-routes.tsx'
import { overviewRoutes } from './overview-routes.tsx'

export const routes = new Hono<AppEnv>()

routes.route('/', overviewRoutes)
routes.route('/', flagRoutes)
routes.route('/', claimRoutes)
routes.route('/', memberRoutes)
routes.route('/', jobRoutes)
routes.route('/', dataRequestRoutes)
