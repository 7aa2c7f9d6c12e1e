import { Hono } from 'hono'
import type { AppEnv } from '../web/env.ts'
import { requestRoutes } from './request-routes.tsx'
import { dataRequestRoutes } from './staff-routes.tsx'

export const routes = new Hono<AppEnv>()

routes.route('/', requestRoutes)
routes.route('/', dataRequestRoutes)
