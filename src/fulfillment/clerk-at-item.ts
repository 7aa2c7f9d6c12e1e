import type { Ctx } from '../accounts/guards.ts'
import { refuse } from '../web/errors.tsx'
import { type Clerk, clerk } from './clerk.ts'
import { type InventoryItem, inventoryItem } from './inventory.ts'

type ItemHandler = (c: Ctx, who: Clerk, item: InventoryItem) => Response | Promise<Response>

/** For paths with `:offerToken` under a center. */
export const clerkAtItem = (handler: ItemHandler) =>
  clerk((c, who) => {
    const item = itemNow(c, who)
    return item ? handler(c, who, item) : refuse(c, 404, 'There is no such offer.')
  })

export const itemNow = (c: Ctx, { center }: Clerk) => {
  const { db, clock } = c.var.services
  return inventoryItem(db, { fcId: center.id, now: clock.now() }, c.req.param('offerToken') ?? '')
}
