import { Hono } from 'hono'
import type { AppEnv } from '../web/env.ts'
import { actionRoutes } from './action-routes.tsx'
import { shelfRoutes } from './shelf-routes.tsx'

export const routes = new Hono<AppEnv>()

routes.route('/', shelfRoutes)
routes.route('/', actionRoutes)
