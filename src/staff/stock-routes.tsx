import { Hono } from 'hono'
import { StockPage } from '#views/staff/stock-page.tsx'
import { staff } from '../accounts/guards.ts'
import { dayIn, SHOP_ZONE } from '../delivery/zones.ts'
import { paths } from '../paths.ts'
import type { AppEnv } from '../web/env.ts'
import { wantsHtml } from '../web/respond.ts'
import { renderDesk } from './page.tsx'
import { expiringLots, lowStock } from './stock.ts'

export const stockRoutes = new Hono<AppEnv>()

stockRoutes.get(
  paths.staffStock.pattern,
  staff((c, user) => {
    const { db, clock } = c.var.services
    const [low, lots] = [lowStock(db), expiringLots(db, dayIn(SHOP_ZONE, clock.now()))]
    if (!wantsHtml(c))
      return c.json({
        low_stock: low.map(({ token, name, center, onHand }) => ({
          bid_item_token: token,
          name,
          center,
          on_hand: onHand,
        })),
        expiring_lots: lots.map(({ code, name, center, bestBy, unitsLeft }) => ({
          lot: code,
          name,
          center,
          best_by: bestBy,
          units_left: unitsLeft,
        })),
        total: low.length + lots.length,
        page: 1,
        pages: 1,
      })
    return renderDesk(c, user, { current: 'stock', title: 'Low stock' }, <StockPage low={low} lots={lots} />)
  }),
)
