import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db, DurableTx, Tx } from '#db/client.ts'
import { type Order, orders, type StoredCard, storedCards, users } from '#db/schema/index.ts'
import { normalizeEmail } from '../accounts/users.ts'
import type { Instant } from '../day.ts'
import { flagForStaff } from '../flags/flags.ts'
import { enqueue } from '../jobs/queue.ts'
import { detachCard } from './account-card-jobs.ts'
import type { IntentSnapshot } from './provider.ts'

/**
 * Keeps the card of a recurring order for its later boxes, by account where there is one, else by order and email.
 * In the transaction that completes the order, and once. A card that the provider did not keep is put before the
 * staff: the box is paid, but no later one could be.
 */
export function keepCard(
  tx: DurableTx,
  order: Order,
  { id, kept, card }: Pick<IntentSnapshot, 'id' | 'kept' | 'card'>,
  now: Instant,
) {
  if (!kept) {
    return flagForStaff(tx, `card:${id}`, order.id, 'card_not_kept', `Intent ${id} kept no card.`, now)
  }
  const given: Given = {
    providerCustomerId: kept.customerId,
    paymentMethodId: kept.paymentMethodId,
    ...card,
    keptAt: now,
  }
  const own = order.userId === null ? null : addedByItself(tx, order.userId, given)
  if (own) return renewCard(tx, own, { ...given, orderId: order.id }, now)
  tx.insert(storedCards)
    .values({ ...given, orderId: order.id, userId: order.userId, email: normalizeEmail(order.email ?? '') })
    .onConflictDoNothing()
    .run()
  if (order.userId !== null) settleIn(tx, order.userId)
}

/** What the provider tells of a card that it keeps. */
export type Given = Pick<StoredCard, 'providerCustomerId' | 'paymentMethodId' | 'keptAt'> &
  Partial<Pick<StoredCard, 'brand' | 'last4' | 'expMonth' | 'expYear' | 'fingerprint'>>

/**
 * The same card once more: its row stays, with the way to it that was made last, and the provider lets go of the one
 * before.
 */
export function renewCard(
  tx: DurableTx,
  card: StoredCard,
  given: Given & Partial<Pick<StoredCard, 'orderId'>>,
  now: Instant,
) {
  tx.update(storedCards).set(given).where(eq(storedCards.id, card.id)).run()
  if (card.paymentMethodId !== given.paymentMethodId) detachLater(tx, card, now)
}

/** A job has the provider let go of a card. */
export function detachLater(
  tx: DurableTx,
  { id, paymentMethodId }: Pick<StoredCard, 'id' | 'paymentMethodId'>,
  now: Instant,
) {
  const key = `detach_card:${id}:${paymentMethodId}`
  enqueue(tx, detachCard, { paymentMethodId }, { key, now })
}

/** An account's cards that are this one, by the provider's own mark of it. */
export const sameCards = (db: Db, userId: number, { fingerprint }: Pick<Given, 'fingerprint'>) =>
  fingerprint ? cardsOf(db, userId).filter((card) => card.fingerprint === fingerprint) : []

/** The same card where its account added it. What an order brought stays that order's own. */
const addedByItself = (db: Db, userId: number, given: Pick<Given, 'fingerprint'>): StoredCard | null =>
  sameCards(db, userId, given).find(({ orderId }) => orderId === null) ?? null

/**
 * Cards that came with orders go to the account that has these orders now: a guest's, once the browser signs in or the
 * email is proven. Inside the transaction that hands the orders over, after it did.
 */
export function claimCards(tx: DurableTx, userId: number, now: Instant) {
  const own = tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId))
  // The plus keeps SQLite from looking through the cards of all guests, instead of those of these orders.
  const claimed = tx
    .update(storedCards)
    .set({ userId })
    .where(and(sql`+${storedCards.userId} is null`, inArray(storedCards.orderId, own)))
    .returning()
    .all()
  for (const card of claimed) joinOwn(tx, userId, card, now)
  if (claimed.length > 0) settleIn(tx, userId)
}

/** A guest's card that the account had added itself: one row for both, which pays for the order from now on. */
function joinOwn(tx: DurableTx, userId: number, brought: StoredCard, now: Instant) {
  const own = addedByItself(tx, userId, brought)
  if (!own) return
  tx.delete(storedCards).where(eq(storedCards.id, brought.id)).run()
  const latest = own.keptAt > brought.keptAt ? own : brought
  renewCard(tx, own, { ...givenOf(latest), orderId: brought.orderId }, now)
  if (latest === own) detachLater(tx, brought, now)
}

const givenOf = ({ providerCustomerId, paymentMethodId, keptAt, ...card }: StoredCard): Given => ({
  providerCustomerId,
  paymentMethodId,
  keptAt,
  brand: card.brand,
  last4: card.last4,
  expMonth: card.expMonth,
  expYear: card.expYear,
  fingerprint: card.fingerprint,
})

/** An account with cards has a default, and a customer that its next card goes to. */
export function settleIn(tx: Tx, userId: number) {
  const [first, ...others] = cardsOf(tx, userId)
  if (!first) return
  if (![first, ...others].some(({ isDefault }) => isDefault))
    tx.update(storedCards).set({ isDefault: true }).where(eq(storedCards.id, first.id)).run()
  tx.update(users)
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
