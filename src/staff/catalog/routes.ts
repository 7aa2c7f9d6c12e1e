import { Hono } from 'hono'
import type { AppEnv } from '../../web/env.ts'
import { addRoutes } from './add-routes.tsx'
import { bulkRoutes } from './bulk/routes.tsx'
import { bundleRoutes } from './bundle-routes.tsx'
import { catalogRoutes } from './catalog-routes.tsx'
import { importRoutes } from './import-routes.tsx'
import { itemRoutes } from './item-routes.tsx'
import { pictureRoutes } from './pictures/routes.tsx'
import { priceRoutes } from './price-routes.tsx'
import { stockRoutes } from './stock-routes.ts'

export const staffCatalogRoutes = new Hono<AppEnv>()

staffCatalogRoutes.route('/', catalogRoutes)
staffCatalogRoutes.route('/', priceRoutes)
staffCatalogRoutes.route('/', addRoutes)
staffCatalogRoutes.route('/', bundleRoutes)
staffCatalogRoutes.route('/', itemRoutes)
staffCatalogRoutes.route('/', importRoutes)
staffCatalogRoutes.route('/', bulkRoutes)
staffCatalogRoutes.route('/', pictureRoutes)
staffCatalogRoutes.route('/', stockRoutes)
