import { Hono } from 'hono'
import type { AppEnv } from '../web/env.ts'
import { passportRoutes } from './passport-routes.tsx'
import { ratingRoutes } from './rating-routes.tsx'

export const routes = new Hono<AppEnv>()

routes.route('/', passportRoutes)
routes.route('/', ratingRoutes)
