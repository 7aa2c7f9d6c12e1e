import type { Order } from '#db/schema/index.ts'
import type { Ctx } from '../accounts/guards.ts'
import { orderByToken } from '../orders/orders.ts'
import { isCardsOnly, isPlaced } from '../orders/states.ts'
import { tokenOf, viewableAs } from '../orders/viewable-order.ts'
import { notFound } from '../web/errors.tsx'
import type { Audience } from './tracking.ts'

export type Follower = { order: Order; audience: Audience; isOwn: boolean; key: string | null }

/** A placed order by its tracking link: its buyer sees all, anyone else only where the box is. Unknown links get 404. */
export const trackedOrder =
  (handler: (c: Ctx, follower: Follower) => Response | Promise<Response>) => (c: Ctx) => {
    // The address is all that a stranger needs to follow the box, so it must not leak as a referrer.
    c.header('Referrer-Policy', 'no-referrer')
    const order = orderByToken(c.var.services.db, tokenOf(c))
    const viewable = viewableAs(c, order)
    if (viewable && !isCardsOnly(viewable.order)) return handler(c, { ...viewable, audience: 'all' })
    if (!order || !isPublic(order)) return notFound(c)
    return handler(c, { order, audience: 'public', isOwn: false, key: null })
  }

/** Links to the box of a person whose data was erased lead nowhere. */
export const isPublic = (order: Order) =>
  isPlaced(order.state) && !isCardsOnly(order) && order.personReleasedAt === null
