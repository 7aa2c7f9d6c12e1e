import { Hono } from 'hono'
import type { AppEnv } from '../web/env.ts'
import { modalRoutes } from './modal-routes.tsx'
import { pagesRoutes } from './terms-routes.tsx'

/** Modals and pages that only inform. */
export const routes = new Hono<AppEnv>()

routes.route('/', modalRoutes)
routes.route('/', pagesRoutes)
