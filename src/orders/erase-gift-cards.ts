import { and, eq, isNotNull, max, sql } from 'drizzle-orm'
import type { Db, Tx } from '#db/client.ts'
import { boughtGiftCards } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'

/** When the last of an order's gift cards goes out; null if it has none that were paid. */
export const lastSendAt = (db: Db, orderId: number): Instant | null =>
  db
    .select({ at: max(boughtGiftCards.sendAt) })
    .from(boughtGiftCards)
    .where(eq(boughtGiftCards.orderId, orderId))
    .get()?.at ?? null

const NOBODY = { recipientEmail: null, senderName: null, senderEmail: null, message: '' }

/** The card itself stays: whoever has its code may spend it. */
export const eraseCardPeople = (tx: Tx, orderId: number) =>
  void tx.update(boughtGiftCards).set(NOBODY).where(eq(boughtGiftCards.orderId, orderId)).run()

/** Who got the boxes of a corporate gift, whoever paid. @returns how many names it erased */
export const eraseBoxNames = (tx: Tx, until: Instant, limit: number): number =>
  tx.run(sql`update bought_gift_cards set message = '' where id in (
    select bought_gift_cards.id from bought_gift_cards join orders on orders.id = order_id
    where delivery_method = 'box' and message <> '' and placed_at < ${until} limit ${limit})`).changes

/** Of cards that others bought for this person and that have gone out. */
export const eraseCardRecipient = (tx: Tx, email: string) =>
  void tx
    .update(boughtGiftCards)
    .set({ recipientEmail: null, message: '' })
    .where(
      and(
        isNotNull(boughtGiftCards.recipientEmail),
        sql`lower(${boughtGiftCards.recipientEmail}) = ${email}`,
        isNotNull(boughtGiftCards.sentAt),
      ),
    )
    .run()
