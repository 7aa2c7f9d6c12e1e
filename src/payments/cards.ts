import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type Order, type StoredCard, storedCards, users } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { flagForStaff } from './flags.ts'
import type { IntentNews } from './provider.ts'

/**
 * Keeps the card of a recurring order for its later boxes, by account where there is one, else by order and email.
 * In the transaction that completes the order, and once. A card that the provider did not keep is put before the
 * staff: the box is paid, but no later one could be.
 */
export function keepCard(db: Db, order: Order, { id, kept, card }: IntentNews, now: Instant) {
  if (!kept) {
    return flagForStaff(db, `card:${id}`, order.id, 'card_not_kept', `Intent ${id} kept no card.`, now)
  }
  db.insert(storedCards)
    .values({
      orderId: order.id,
      userId: order.userId,
      email: (order.email ?? '').toLowerCase(),
      providerCustomerId: kept.customerId,
      paymentMethodId: kept.paymentMethodId,
      ...card,
      keptAt: now,
    })
    .onConflictDoNothing()
    .run()
  if (order.userId !== null) noteCustomer(db, order.userId, kept.customerId)
}

/** The account's next card goes to the customer that holds its first one. */
function noteCustomer(db: Db, userId: number, providerCustomerId: string) {
  db.update(users)
    .set({ providerCustomerId })
    .where(and(eq(users.id, userId), isNull(users.providerCustomerId)))
    .run()
}

/** The card that an order brought for its later boxes. */
export const storedCardOf = (db: Db, orderId: number): StoredCard | null =>
  db.select().from(storedCards).where(eq(storedCards.orderId, orderId)).get() ?? null
