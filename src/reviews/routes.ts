import { Hono } from 'hono'
import type { AppEnv } from '../web/env.ts'
import { readRoutes } from './read-routes.tsx'
import { writeRoutes } from './write-routes.tsx'

export const routes = new Hono<AppEnv>()

routes.route('/', readRoutes)
routes.route('/', writeRoutes)
