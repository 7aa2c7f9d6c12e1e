import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type Order, orders, type StoredCard, storedCards, users } from '#db/schema/index.ts'
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
  if (order.userId !== null) settleIn(db, order.userId)
}

/**
 * Cards that came with orders go to the account that has these orders now: a guest's, once the browser signs in or the
 * email is proven. Inside the transaction that hands the orders over, after it did.
 */
export function claimCards(db: Db, userId: number) {
  const own = db.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId))
  const claimed = db
    .update(storedCards)
    .set({ userId })
    .where(and(isNull(storedCards.userId), inArray(storedCards.orderId, own)))
    .run()
  if (claimed.changes > 0) settleIn(db, userId)
}

/** An account with cards has a default, and a customer that its next card goes to. Inside a transaction. */
export function settleIn(db: Db, userId: number) {
  const [first, ...others] = cardsOf(db, userId)
  if (!first) return
  if (![first, ...others].some(({ isDefault }) => isDefault))
    db.update(storedCards).set({ isDefault: true }).where(eq(storedCards.id, first.id)).run()
  db.update(users)
    .set({ providerCustomerId: first.providerCustomerId })
    .where(and(eq(users.id, userId), isNull(users.providerCustomerId)))
    .run()
}

/** An account's cards: the default first, then the one that was kept last. */
export const cardsOf = (db: Db, userId: number): StoredCard[] =>
  db
    .select()
    .from(storedCards)
    .where(eq(storedCards.userId, userId))
    .orderBy(desc(storedCards.isDefault), desc(storedCards.keptAt), desc(storedCards.id))
    .all()

/** The card that the later boxes of an order are charged to: the one it brought, else its account's default. */
export function storedCardOf(db: Db, { id, userId }: Pick<Order, 'id' | 'userId'>): StoredCard | null {
  const brought = db.select().from(storedCards).where(eq(storedCards.orderId, id)).get()
  if (brought) return brought
  return userId === null ? null : (cardsOf(db, userId)[0] ?? null)
}
