import { Hono } from 'hono'
import type { AppEnv } from '../../web/env.ts'
import { staffGiftCardRoutes } from './gift-card-routes.tsx'
import { promotionRoutes } from './promotion-routes.tsx'
import { staffRewardRoutes } from './reward-routes.tsx'

export const staffPromotionRoutes = new Hono<AppEnv>()

// Before those that take a promotion's id.
staffPromotionRoutes.route('/', staffGiftCardRoutes)
staffPromotionRoutes.route('/', staffRewardRoutes)
staffPromotionRoutes.route('/', promotionRoutes)
