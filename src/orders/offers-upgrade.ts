import type { Db } from '#db/client.ts'
import type { Order } from '#db/schema/index.ts'
import { isMember } from '../accounts/members.ts'
import { canBecomeRecurring } from './recurring-rules.ts'

/** Members have a box of their own, and aren't asked again. */
export const offersUpgrade = (db: Db, order: Order): boolean =>
  canBecomeRecurring(order) && !isMember(db, order.userId)
