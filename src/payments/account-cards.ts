import { and, eq } from 'drizzle-orm'
import { type Db, durably } from '#db/client.ts'
import { type Order, orders, type StoredCard, storedCards } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { dayIn } from '../delivery/zones.ts'
import { activeConsent } from '../orders/recurring.ts'
import { isPlaced } from '../orders/states.ts'
import { cardsOf, detachLater, settleIn, storedCardOf } from './cards.ts'

/** As it stands in addresses: nothing but digits. */
const ID_PATTERN = /^[1-9]\d{0,14}$/

/** The one way from an id to a card: through its owner. Somebody else's is as unknown as none. */
export function findCard(db: Db, userId: number, id: string): StoredCard | null {
  if (!ID_PATTERN.test(id)) return null
  const mine = and(eq(storedCards.id, Number(id)), eq(storedCards.userId, userId))
  return db.select().from(storedCards).where(mine).get() ?? null
}

/** Makes one of an account's cards the one that is turned to first. @returns null when it is not theirs */
export const makeCardDefault = (db: Db, userId: number, id: string): Promise<StoredCard | null> =>
  durably(db, (tx) => {
    const card = findCard(tx, userId, id)
    if (!card) return null
    const former = and(eq(storedCards.userId, userId), eq(storedCards.isDefault, true))
    tx.update(storedCards).set({ isDefault: false }).where(former).run()
    tx.update(storedCards).set({ isDefault: true }).where(eq(storedCards.id, card.id)).run()
    return card
  })

export type Removal = { ok: true; card: StoredCard } | { ok: false; reason: 'unknown' | 'pays_membership' }

/**
 * Takes a card off an account; a job has the provider forget it too. The last good one stays while a membership is to
 * be paid by it, and a box whose own card goes is paid by the default from then on.
 */
export const removeCard = (db: Db, userId: number, id: string, now: Instant): Promise<Removal> =>
  durably(db, (tx): Removal => {
    const card = findCard(tx, userId, id)
    if (!card) return { ok: false, reason: 'unknown' }
    if (isOnlyGood(card, cardsOf(tx, userId), now) && membershipsOf(tx, userId).length > 0)
      return { ok: false, reason: 'pays_membership' }
    tx.delete(storedCards).where(eq(storedCards.id, card.id)).run()
    settleIn(tx, userId)
    detachLater(tx, card, now)
    return { ok: true, card }
  })

/**
 * The cards that pay an account's recurring boxes: each box's own, and one without which none could be paid, which
 * therefore cannot be removed. @returns their ids
 */
export function payingCards(db: Db, userId: number, now: Instant): ReadonlySet<number> {
  const memberships = membershipsOf(db, userId)
  if (memberships.length === 0) return new Set()
  const cards = cardsOf(db, userId)
  const needed = cards.filter((card) => isOnlyGood(card, cards, now))
  const charged = memberships.flatMap((order) => storedCardOf(db, order) ?? [])
  return new Set([...needed, ...charged].map(({ id }) => id))
}

/** No other of the account's cards could pay in its place. */
const isOnlyGood = (card: StoredCard, cards: StoredCard[], now: Instant): boolean =>
  cards.every((other) => other.id === card.id || isExpired(other, now))

/** What an account has agreed to be charged for again: placed recurring boxes of which nobody took the word back. */
const membershipsOf = (db: Db, userId: number): Order[] =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.recurring, true)))
    .all()
    .filter((order) => isRunning(order.state) && activeConsent(db, order) !== null)

const isRunning = (state: Parameters<typeof isPlaced>[0]) =>
  isPlaced(state) && state !== 'canceled' && state !== 'refunded'

/** A card is good to the end of its month, wherever in the country. One that tells no expiry is good. */
export function isExpired({ expMonth, expYear }: StoredCard, now: Instant): boolean {
  if (expMonth === null || expYear === null) return false
  return dayIn('America/Los_Angeles', now).slice(0, 7) > `${expYear}-${String(expMonth).padStart(2, '0')}`
}
