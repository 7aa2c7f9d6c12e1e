import type { Db } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import { isMember } from '../accounts/members.ts'
import type { OrderItem } from './items.ts'

/** Members may buy what opens to everyone later, and so may the boxes of an active membership. */
export function membersOnlyItems(db: Db, order: Order, items: OrderItem[]): OrderItem[] {
  const early = items.filter(({ earlyUntil }) => earlyUntil !== null)
  return early.length === 0 || order.membershipId !== null || isMember(db, order.userId) ? [] : early
}
