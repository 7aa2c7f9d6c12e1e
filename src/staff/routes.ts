import { Hono } from 'hono'
import type { AppEnv } from '../web/env.ts'
import { auditRoutes } from './audit-routes.tsx'
import { staffCatalogRoutes } from './catalog/routes.ts'
import { claimChargeRoutes } from './claim-charge-routes.tsx'
import { claimRoutes } from './claim-routes.tsx'
import { corporateGiftRoutes } from './corporate-gifts/routes.tsx'
import { customerRoutes } from './customer-routes.tsx'
import { dataRequestRoutes } from './data-request-routes.tsx'
import { draftRoutes } from './drafts/routes.tsx'
import { exportRoutes } from './export-routes.tsx'
import { farmTermsRoutes } from './farm-terms-routes.tsx'
import { flagRoutes } from './flag-routes.tsx'
import { giftCardRoutes } from './gift-card-routes.tsx'
import { giftingRoutes } from './gifting-routes.tsx'
import { jobRoutes } from './job-routes.tsx'
import { listCsvRoutes } from './list-csv-routes.tsx'
import { memberRoutes } from './member-routes.tsx'
import { mergeRoutes } from './merge/routes.tsx'
import { orderRoutes } from './orders/routes.tsx'
import { overviewRoutes } from './overview-routes.tsx'
import { peopleRoutes } from './people-routes.tsx'
import { staffPromotionRoutes } from './promotions/routes.ts'
import { reportRoutes } from './report-routes.tsx'
import { reviewRoutes } from './review-routes.tsx'
import { settingRoutes } from './shop-settings/routes.tsx'
import { statementActionRoutes } from './statement-action-routes.tsx'
import { statementRoutes } from './statement-routes.tsx'
import { stockRoutes } from './stock-routes.tsx'

export const routes = new Hono<AppEnv>()

routes.route('/', overviewRoutes)
routes.route('/', orderRoutes)
routes.route('/', draftRoutes)
routes.route('/', flagRoutes)
routes.route('/', claimRoutes)
routes.route('/', reviewRoutes)
routes.route('/', giftCardRoutes)
routes.route('/', staffCatalogRoutes)
routes.route('/', staffPromotionRoutes)
routes.route('/', memberRoutes)
routes.route('/', jobRoutes)
routes.route('/', dataRequestRoutes)
routes.route('/', stockRoutes)
routes.route('/', peopleRoutes)
routes.route('/', customerRoutes)
routes.route('/', mergeRoutes)
routes.route('/', auditRoutes)
routes.route('/', statementRoutes)
routes.route('/', statementActionRoutes)
routes.route('/', claimChargeRoutes)
routes.route('/', farmTermsRoutes)
routes.route('/', giftingRoutes)
routes.route('/', corporateGiftRoutes)
routes.route('/', settingRoutes)
routes.route('/', reportRoutes)
routes.route('/', exportRoutes)
routes.route('/', listCsvRoutes)
