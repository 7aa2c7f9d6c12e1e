import { Hono } from 'hono'
import type { AppEnv } from '../web/env.ts'
import { boxRoutes } from './box-routes.tsx'
import { calendarRoutes } from './calendar-routes.tsx'
import { exportRoutes } from './export-routes.tsx'
import { inventoryRoutes } from './inventory-routes.tsx'
import { labelRoutes } from './label-routes.ts'
import { manifestRoutes } from './manifest-routes.ts'
import { orderRoutes } from './order-routes.tsx'
import { packingRoutes } from './packing-routes.tsx'
import { printRoutes } from './print-routes.tsx'
import { recallCaseRoutes } from './recall-case-routes.ts'
import { recallRoutes } from './recall-routes.tsx'
import { receivingRoutes } from './receiving-routes.tsx'
import { stockRoutes } from './stock-routes.tsx'
import { todayRoutes } from './today-routes.tsx'
import { waveActionRoutes } from './wave-action-routes.tsx'
import { waveRoutes } from './wave-routes.tsx'
import { weatherRoutes } from './weather-routes.tsx'

export const routes = new Hono<AppEnv>()

routes.route('/', todayRoutes)
routes.route('/', orderRoutes)
routes.route('/', exportRoutes)
routes.route('/', waveRoutes)
routes.route('/', waveActionRoutes)
routes.route('/', printRoutes)
routes.route('/', packingRoutes)
routes.route('/', boxRoutes)
routes.route('/', labelRoutes)
routes.route('/', manifestRoutes)
routes.route('/', calendarRoutes)
routes.route('/', weatherRoutes)
routes.route('/', inventoryRoutes)
routes.route('/', stockRoutes)
routes.route('/', receivingRoutes)
routes.route('/', recallRoutes)
routes.route('/', recallCaseRoutes)
