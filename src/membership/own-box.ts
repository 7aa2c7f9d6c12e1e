import type { MembershipBox, Order } from '#db/schema/index.ts'
import type { Ctx } from '../accounts/guards.ts'
import { visitorOrder } from '../orders/orders.ts'
import { notFound } from '../web/errors.tsx'
import { requireSignIn } from '../web/require-sign-in.ts'
import { boxOfOrder } from './boxes.ts'

type BoxHandler = (c: Ctx, box: MembershipBox, order: Order) => Response | Promise<Response>

/** Another account's box, and an order that is no membership's box, get the same 404 as none. */
export const ownBox = (handler: BoxHandler) => (c: Ctx) => {
  const { visitor, services } = c.var
  if (!visitor.user) return requireSignIn(c)
  const order = visitorOrder(services.db, visitor, c.req.param('orderToken'))
  const box = order && boxOfOrder(services.db, order.id)
  return order && box ? handler(c, box, order) : notFound(c)
}
