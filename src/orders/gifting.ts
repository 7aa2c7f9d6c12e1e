import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { type Order, orders } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { makeOneTime } from './recurring.ts'
import { isOpen } from './states.ts'

/** What the giver says of the recipient; each may be empty. The email is for this box only, never for marketing. */
export type Gift = { recipientName: string; recipientEmail: string; message: string }

/** The gift that an order is; null when it is none. */
export const giftOf = (order: Order): Gift | null =>
  order.giftOrder
    ? {
        recipientName: order.giftRecipientName ?? '',
        recipientEmail: order.giftRecipientEmail ?? '',
        message: order.giftMessage ?? '',
      }
    : null

/**
 * Makes an order a gift, or an ordinary one again. A gift is sent once: a box that was to come again is made a one-time
 * box. Inside the transaction of a change.
 */
export function makeGift(tx: Tx, order: Order, gift: Gift | null, now: Instant) {
  if (gift && order.recurring && isOpen(order.state)) makeOneTime(tx, order, now)
  tx.update(orders).set(giftColumns(gift)).where(eq(orders.id, order.id)).run()
}

/** The columns of a gift; all empty without one. */
export const giftColumns = (gift: Gift | null) => ({
  giftOrder: gift !== null,
  giftRecipientName: gift?.recipientName || null,
  giftRecipientEmail: gift?.recipientEmail || null,
  giftMessage: gift?.message || null,
})
