import { Hono } from 'hono'
import type { AppEnv } from '../web/env.ts'
import { actionRoutes } from './action-routes.tsx'
import { deliveryRoutes } from './delivery-routes.tsx'
import { demandRoutes } from './demand-routes.tsx'
import { reviewRoutes } from './review-routes.tsx'
import { shelfRoutes } from './shelf-routes.tsx'
import { statementRoutes } from './statement-routes.tsx'

export const routes = new Hono<AppEnv>()

routes.route('/', shelfRoutes)
routes.route('/', demandRoutes)
routes.route('/', actionRoutes)
routes.route('/', deliveryRoutes)
routes.route('/', reviewRoutes)
routes.route('/', statementRoutes)
