import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db, DurableTx, Tx } from '#db/client.ts'
import { type Order, orders, type StoredCard, storedCards, users } from '#db/schema/index.ts'
import { normalizeEmail } from '../accounts/users.ts'
import type { Instant } from '../day.ts'
import { flagForStaff } from '../flags/flags.ts'
import { enqueue } from '../jobs/queue.ts'
import { detachCard } from './account-card-jobs.ts'
import { keptPayments } from './payments.ts'
import type { IntentSnapshot } from './provider.ts'

/** If the provider saved no card, staff are alerted: this box is paid, but no later one could be. */
export function saveCard(
  tx: DurableTx,
  order: Order,
  { id, savedCard, card }: Pick<IntentSnapshot, 'id' | 'savedCard' | 'card'>,
  now: Instant,
) {
  if (!savedCard) {
    return flagForStaff(tx, {
      kind: 'card_not_kept',
      key: `card:${id}`,
      orderId: order.id,
      detail: `Intent ${id} saved no card.`,
      now,
    })
  }
  const details: CardDetails = {
    providerCustomerId: savedCard.customerId,
    paymentMethodId: savedCard.paymentMethodId,
    ...card,
    keptAt: now,
  }
  const known = order.userId === null ? null : cardAddedByAccount(tx, order.userId, details)
  if (known) return renewCard(tx, known, { ...details, orderId: order.id }, now)
  tx.insert(storedCards)
    .values({ ...details, orderId: order.id, userId: order.userId, email: normalizeEmail(order.email ?? '') })
    .onConflictDoNothing()
    .run()
  if (order.userId !== null) ensureDefaultCard(tx, order.userId)
}

export type CardDetails = Pick<StoredCard, 'providerCustomerId' | 'paymentMethodId' | 'keptAt'> &
  Partial<Pick<StoredCard, 'brand' | 'last4' | 'expMonth' | 'expYear' | 'fingerprint'>>

/** The row gets the newest payment method of the same card, and the previous one is detached. */
export function renewCard(
  tx: DurableTx,
  card: StoredCard,
  details: CardDetails & Partial<Pick<StoredCard, 'orderId'>>,
  now: Instant,
) {
  tx.update(storedCards).set(details).where(eq(storedCards.id, card.id)).run()
  if (card.paymentMethodId !== details.paymentMethodId) detachLater(tx, card, now)
}

export function detachLater(
  tx: DurableTx,
  { id, paymentMethodId }: Pick<StoredCard, 'id' | 'paymentMethodId'>,
  now: Instant,
) {
  const key = `detach_card:${id}:${paymentMethodId}`
  enqueue(tx, detachCard, { paymentMethodId }, { key, now })
}

export const sameCards = (db: Db, userId: number, { fingerprint }: Pick<CardDetails, 'fingerprint'>) =>
  fingerprint ? cardsOf(db, userId).filter((card) => card.fingerprint === fingerprint) : []

/** Finds a row that the account added itself. A card that came with an order stays with that order. */
const cardAddedByAccount = (
  db: Db,
  userId: number,
  details: Pick<CardDetails, 'fingerprint'>,
): StoredCard | null => sameCards(db, userId, details).find(({ orderId }) => orderId === null) ?? null

/** Call it after the guest's orders have moved to the account. */
export function claimCards(tx: DurableTx, userId: number, now: Instant) {
  const own = tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId))
  // The unary plus keeps SQLite off the index of user ids, so it reads these orders' cards and not every guest's.
  const claimed = tx
    .update(storedCards)
    .set({ userId })
    .where(and(sql`+${storedCards.userId} is null`, inArray(storedCards.orderId, own)))
    .returning()
    .all()
  for (const card of claimed) mergeCard(tx, userId, card, now)
  if (claimed.length > 0) ensureDefaultCard(tx, userId)
}

/** If the account has added the guest's card itself, one row remains for both, and pays for the order. */
function mergeCard(tx: DurableTx, userId: number, guestCard: StoredCard, now: Instant) {
  const ownCard = cardAddedByAccount(tx, userId, guestCard)
  if (!ownCard) return
  tx.delete(storedCards).where(eq(storedCards.id, guestCard.id)).run()
  const latest = ownCard.keptAt > guestCard.keptAt ? ownCard : guestCard
  renewCard(tx, ownCard, { ...detailsOf(latest), orderId: guestCard.orderId }, now)
  if (latest === ownCard) detachLater(tx, guestCard, now)
}

const detailsOf = ({ providerCustomerId, paymentMethodId, keptAt, ...card }: StoredCard): CardDetails => ({
  providerCustomerId,
  paymentMethodId,
  keptAt,
  brand: card.brand,
  last4: card.last4,
  expMonth: card.expMonth,
  expYear: card.expYear,
  fingerprint: card.fingerprint,
})

/** Gives an account with cards a default card, and the provider customer for its next card. */
export function ensureDefaultCard(tx: Tx, userId: number) {
  const [first, ...others] = cardsOf(tx, userId)
  if (!first) return
  if (![first, ...others].some(({ isDefault }) => isDefault))
    tx.update(storedCards).set({ isDefault: true }).where(eq(storedCards.id, first.id)).run()
  tx.update(users)
    .set({ providerCustomerId: first.providerCustomerId })
    .where(and(eq(users.id, userId), isNull(users.providerCustomerId)))
    .run()
}

export const cardsOf = (db: Db, userId: number): StoredCard[] =>
  db
    .select()
    .from(storedCards)
    .where(eq(storedCards.userId, userId))
    .orderBy(desc(storedCards.isDefault), desc(storedCards.keptAt), desc(storedCards.id))
    .all()

/** The card that an order's later boxes are charged to: its own, else the one that paid, else the account's default. */
export function storedCardOf(db: Db, { id, userId }: Pick<Order, 'id' | 'userId'>): StoredCard | null {
  const ownCard = db.select().from(storedCards).where(eq(storedCards.orderId, id)).get()
  if (ownCard || userId === null) return ownCard ?? null
  const cards = cardsOf(db, userId)
  const paidWith = fingerprintOf(db, id)
  return cards.find(({ fingerprint }) => fingerprint !== null && fingerprint === paidWith) ?? cards[0] ?? null
}

/** Of the card that placed the order. */
const fingerprintOf = (db: Db, orderId: number): string | null =>
  keptPayments(db, orderId).at(-1)?.cardFingerprint ?? null

/** The card that paid for an order, if it is kept: only that one is charged more without asking for a card. */
export function keptCardThatPaid(db: Db, order: Pick<Order, 'id' | 'userId'>): StoredCard | null {
  const card = storedCardOf(db, order)
  if (card === null || card.orderId === order.id) return card
  return card.fingerprint !== null && card.fingerprint === fingerprintOf(db, order.id) ? card : null
}
