import { Hono } from 'hono'
import type { AppEnv } from '../web/env.ts'
import { crawlerRoutes } from './crawler-routes.ts'
import { earlyAccessRoutes } from './early-access-routes.tsx'
import { listingRoutes } from './listing-routes.tsx'
import { postalCodeRoutes } from './postal-code-routes.ts'
import { productRoutes } from './product-routes.tsx'
import { searchRoutes } from './search/routes.tsx'
import { waitListRoutes } from './wait-list-routes.tsx'
import { weightsRoutes } from './weights-routes.tsx'

export const routes = new Hono<AppEnv>()

routes.route('/', listingRoutes)
routes.route('/', earlyAccessRoutes)
routes.route('/', productRoutes)
routes.route('/', weightsRoutes)
routes.route('/', waitListRoutes)
routes.route('/', searchRoutes)
routes.route('/', postalCodeRoutes)
routes.route('/', crawlerRoutes)
