import type { DurableTx } from '#db/client.ts'
import type { Order, User } from '#db/schema/index.ts'
import type { Instant } from '../../day.ts'
import { orderShares } from '../../payments/refund-order.ts'
import { giveOfOrder } from '../giving.ts'

/** All that is left of an order, for canceling it here or from one of its flags. */
export function giveWhole(tx: DurableTx, order: Order, { user, now }: { user: User; now: Instant }) {
  const { isDecided, cardCents, giftCents, unspentCents } = orderShares(tx, order.id)
  const cents = isDecided ? cardCents + giftCents + unspentCents : 0
  return giveOfOrder(tx, { user, order, door: 'cancel', content: null, cents, now })
}
