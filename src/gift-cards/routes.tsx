import { Hono } from 'hono'
import type { AppEnv } from '../web/env.ts'
import { balanceRoutes } from './balance-routes.tsx'
import { buyRoutes } from './buy-routes.tsx'
import { issuedRoutes } from './issued-routes.tsx'

export const routes = new Hono<AppEnv>()

routes.route('/', buyRoutes)
routes.route('/', issuedRoutes)
routes.route('/', balanceRoutes)
