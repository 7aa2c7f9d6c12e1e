import { Hono } from 'hono'
import type { AppEnv } from '../web/env.ts'
import { informationRoutes } from './information-routes.tsx'
import { lookRoutes } from './look-routes.ts'
import { modalRoutes } from './modal-routes.tsx'
import { privacyRoutes } from './privacy-routes.tsx'
import { termsRoutes } from './terms-routes.tsx'

export const routes = new Hono<AppEnv>()

routes.route('/', modalRoutes)
routes.route('/', privacyRoutes)
routes.route('/', termsRoutes)
routes.route('/', informationRoutes)
routes.route('/', lookRoutes)
