import { Hono } from 'hono'
import type { AppEnv } from '../web/env.ts'
import { addressQuestionsRoutes } from './address-questions-routes.ts'
import { codesRoutes } from './codes-routes.tsx'
import { expressRoutes } from './island/express-routes.ts'
import { pageRoutes } from './island/page-routes.tsx'
import { savedCardRoutes } from './island/saved-card-routes.tsx'
import { paymentRoutes } from './payment-routes.tsx'
import { recurringRoutes } from './recurring-routes.ts'
import { cardRoutes } from './steps/card-routes.tsx'
import { deliveryStepRoutes } from './steps/delivery-step-routes.tsx'
import { paymentStepRoutes } from './steps/payment-step-routes.tsx'

export const routes = new Hono<AppEnv>()

routes.route('/', pageRoutes)
routes.route('/', expressRoutes)
routes.route('/', addressQuestionsRoutes)
routes.route('/', codesRoutes)
routes.route('/', recurringRoutes)
routes.route('/', paymentRoutes)
routes.route('/', savedCardRoutes)
routes.route('/', cardRoutes)
routes.route('/', deliveryStepRoutes)
routes.route('/', paymentStepRoutes)
