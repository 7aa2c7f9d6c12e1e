import { eq } from 'drizzle-orm'
import { type Order, type WeatherAlert, type WeatherHold, weatherAlerts } from '#db/schema/index.ts'
import type { Ctx } from '../accounts/guards.ts'
import { isGuestKey } from '../orders/guest-key.ts'
import { isOpenedByReceiptLink, orderById, visitorOrder } from '../orders/orders.ts'
import { refuseReader } from '../orders/viewable-order.ts'
import { paths } from '../paths.ts'
import { rowId } from '../web/row-id.ts'
import { holdKey, isHoldKey } from './hold-key.ts'
import { holdById, openHold } from './holds.ts'

/** `key`: of a guest's mailed link, about the hold or the order's own. */
export type OwnHold = {
  hold: WeatherHold
  alert: WeatherAlert
  order: Order
  key: string | null
  /** Null when the link opens nothing but the hold. */
  orderPath: string | null
}

type HoldHandler = (c: Ctx, own: OwnHold) => Response | Promise<Response>

/** For paths with `:holdId`: a hold on the visitor's own order, or on a guest's by a mailed link. */
export const ownHold = (handler: HoldHandler) => (c: Ctx) => {
  const own = findOwn(c)
  if (own) return handler(c, own)
  return refuseReader(c)
}

function findOwn(c: Ctx): OwnHold | null {
  const { db } = c.var.services
  const hold = holdById(db, rowId(c.req.param('holdId')))
  if (!hold) return null
  const order = orderById(db, hold.orderId)
  const alert = db.select().from(weatherAlerts).where(eq(weatherAlerts.id, hold.alertId)).get()
  const way = alert && wayIn(c, hold, order)
  return way ? { hold, alert, order, ...way } : null
}

function wayIn(c: Ctx, hold: WeatherHold, order: Order): Pick<OwnHold, 'key' | 'orderPath'> | null {
  const { services, visitor } = c.var
  const { db, config } = services
  const key = c.req.query('key') ?? null
  if (isOpenedByReceiptLink(order)) {
    if (isGuestKey(config, order.token, key)) return { key, orderPath: paths.order(order.token, { key }) }
    if (isHoldKey(config, hold.id, key)) return { key, orderPath: null }
  }
  return visitorOrder(db, visitor, order.token) ? { key: null, orderPath: paths.order(order.token) } : null
}

/** Where the box's question is asked now, if another alert took over this hold. */
export function presentPath(c: Ctx, { hold, order, key, orderPath }: OwnHold): string | null {
  const { db, config } = c.var.services
  const present = hold.endedAt === null ? null : openHold(db, order.id)
  if (!present) return null
  const isOfHold = key !== null && orderPath === null
  return paths.weatherHold(present.id, {
    choice: c.req.query('choice'),
    key: isOfHold ? holdKey(config, present.id) : key,
  })
}
