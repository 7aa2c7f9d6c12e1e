import { Hono } from 'hono'
import type { AppEnv } from '../web/env.ts'
import { orderRoutes } from './order-routes.tsx'
import { todayRoutes } from './today-routes.tsx'

export const routes = new Hono<AppEnv>()

routes.route('/', todayRoutes)
routes.route('/', orderRoutes)
