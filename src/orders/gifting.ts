import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { type Order, orders } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { makeOneTime } from './recurring.ts'
import type { Gift } from './rules.ts'
import { isOpen } from './states.ts'

export const giftOf = (order: Order): Gift | null =>
  order.giftOrder
    ? {
        recipientName: order.giftRecipientName ?? '',
        recipientEmail: order.giftRecipientEmail ?? '',
        message: order.giftMessage ?? '',
      }
    : null

/** A membership's later boxes keep coming, and a gift is sent once. */
export const canBeGift = ({ membershipId }: Pick<Order, 'membershipId'>): boolean => membershipId === null

/** A gift is sent once, so a recurring box becomes a one-time box. */
export function makeGift(tx: Tx, order: Order, gift: Gift | null, now: Instant) {
  if (!canBeGift(order)) return
  if (gift && order.recurring && isOpen(order.state)) makeOneTime(tx, order, now)
  tx.update(orders).set(giftColumns(gift)).where(eq(orders.id, order.id)).run()
}

export const giftColumns = (gift: Gift | null) => ({
  giftOrder: gift !== null,
  giftRecipientName: gift?.recipientName || null,
  giftRecipientEmail: gift?.recipientEmail || null,
  giftMessage: gift?.message || null,
})
