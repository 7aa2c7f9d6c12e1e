import { and, eq, inArray, isNotNull, max, sql } from 'drizzle-orm'
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

/** Cards whose message still names who got a box of a corporate gift, whoever paid. */
export const oldBoxNames = (tx: Tx, until: Instant, limit: number): number[] =>
  tx
    .all<{ id: number }>(sql`
      select bought_gift_cards.id from bought_gift_cards join orders on orders.id = order_id
      where delivery_method = 'box' and message <> '' and placed_at < ${until} limit ${limit}`)
    .map(({ id }) => id)

export const eraseBoxNames = (tx: Tx, ids: number[]) =>
  void tx.update(boughtGiftCards).set({ message: '' }).where(inArray(boughtGiftCards.id, ids)).run()

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
