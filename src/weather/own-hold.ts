import { eq } from 'drizzle-orm'
import { type Order, type WeatherAlert, type WeatherHold, weatherAlerts } from '#db/schema/index.ts'
import type { Ctx } from '../accounts/guards.ts'
import { isOpenedByReceiptLink, orderById, visitorOrder } from '../orders/orders.ts'
import { notFound } from '../web/errors.tsx'
import { requireSignIn } from '../web/require-sign-in.ts'
import { rowId } from '../web/row-id.ts'
import { isHoldKey } from './hold-key.ts'
import { holdById } from './holds.ts'

/** `key`: of a guest's mailed link. */
export type OwnHold = { hold: WeatherHold; alert: WeatherAlert; order: Order; key: string | null }

type HoldHandler = (c: Ctx, own: OwnHold) => Response | Promise<Response>

/** For paths with `:holdId`: the hold of one's own order, or of a guest's with the key from the mail. */
export const ownHold = (handler: HoldHandler) => (c: Ctx) => {
  const own = findOwn(c)
  if (own) return handler(c, own)
  return c.var.visitor.user ? notFound(c) : requireSignIn(c)
}

function findOwn(c: Ctx): OwnHold | null {
  const { services, visitor } = c.var
  const { db, config } = services
  const hold = holdById(db, rowId(c.req.param('holdId')))
  if (!hold) return null
  const order = orderById(db, hold.orderId)
  const key = c.req.query('key') ?? null
  const isOpenedByKey = isHoldKey(config, hold.id, key) && isOpenedByReceiptLink(order)
  if (!isOpenedByKey && !visitorOrder(db, visitor, order.token)) return null
  const alert = db.select().from(weatherAlerts).where(eq(weatherAlerts.id, hold.alertId)).get()
  return alert ? { hold, alert, order, key: isOpenedByKey ? key : null } : null
}
