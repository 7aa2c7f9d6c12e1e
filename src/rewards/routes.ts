import { Hono } from 'hono'
import type { AppEnv } from '../web/env.ts'
import { corporateGiftingRoutes } from './corporate-gifting-routes.tsx'
import { rewardsRoutes } from './rewards-routes.tsx'

export const routes = new Hono<AppEnv>()

routes.route('/', rewardsRoutes)
routes.route('/', corporateGiftingRoutes)
