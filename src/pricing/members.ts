import type { Db } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import { isMember } from '../accounts/members.ts'

/** Member prices follow the person, and apply to the order that starts a membership. */
export const isPricedAsMember = (db: Db, order: Pick<Order, 'recurring' | 'userId'>): boolean =>
  order.recurring || isMember(db, order.userId)
