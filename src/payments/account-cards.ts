import { and, eq, ne } from 'drizzle-orm'
import { type Db, durably } from '#db/client.ts'
import { memberships, type Order, orders, type StoredCard, storedCards } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { dayIn } from '../delivery/zones.ts'
import { cardsOf, detachLater, ensureDefaultCard, storedCardOf } from './cards.ts'

const ID_PATTERN = /^[1-9]\d{0,14}$/

/** The only way from an id to a card. Another owner's card looks like one that does not exist. */
export function findCard(db: Db, userId: number, id: string): StoredCard | null {
  if (!ID_PATTERN.test(id)) return null
  const isOwnCard = and(eq(storedCards.id, Number(id)), eq(storedCards.userId, userId))
  return db.select().from(storedCards).where(isOwnCard).get() ?? null
}

/** @returns null when the card is not theirs */
export const makeCardDefault = (db: Db, userId: number, id: string): Promise<StoredCard | null> =>
  durably(db, (tx) => {
    const card = findCard(tx, userId, id)
    if (!card) return null
    const isCurrentDefault = and(eq(storedCards.userId, userId), eq(storedCards.isDefault, true))
    tx.update(storedCards).set({ isDefault: false }).where(isCurrentDefault).run()
    tx.update(storedCards).set({ isDefault: true }).where(eq(storedCards.id, card.id)).run()
    return card
  })

/** The visitor's own card, unless it has expired. A guest has none. */
export function chargeableCard(
  db: Db,
  user: { id: number } | null,
  id: string,
  now: Instant,
): StoredCard | null {
  const card = user && findCard(db, user.id, id)
  return card && !isExpired(card, now) ? card : null
}

export type Removal = { ok: true; card: StoredCard } | { ok: false; reason: 'unknown' | 'pays_membership' }

/** The last valid card stays while a membership needs it (CHK-10). A removed card's box uses the default card. */
export const removeCard = (db: Db, userId: number, id: string, now: Instant): Promise<Removal> =>
  durably(db, (tx): Removal => {
    const card = findCard(tx, userId, id)
    if (!card) return { ok: false, reason: 'unknown' }
    if (isOnlyValid(card, cardsOf(tx, userId), now) && membershipsOf(tx, userId).length > 0)
      return { ok: false, reason: 'pays_membership' }
    tx.delete(storedCards).where(eq(storedCards.id, card.id)).run()
    ensureDefaultCard(tx, userId)
    detachLater(tx, card, now)
    return { ok: true, card }
  })

/** Each recurring box's own card, and an only valid card, which must stay. */
export function payingCards(db: Db, userId: number, now: Instant): ReadonlySet<number> {
  const memberships = membershipsOf(db, userId)
  if (memberships.length === 0) return new Set()
  const cards = cardsOf(db, userId)
  const needed = cards.filter((card) => isOnlyValid(card, cards, now))
  const charged = memberships.flatMap((order) => storedCardOf(db, order) ?? [])
  return new Set([...needed, ...charged].map(({ id }) => id))
}

const isOnlyValid = (card: StoredCard, cards: StoredCard[], now: Instant): boolean =>
  cards.every((other) => other.id === card.id || isExpired(other, now))

/** The orders that began them. A paused one may go on, so it keeps its card. */
const membershipsOf = (db: Db, userId: number): Order[] =>
  db
    .select({ order: orders })
    .from(memberships)
    .innerJoin(orders, eq(orders.id, memberships.firstOrderId))
    .where(and(eq(memberships.userId, userId), ne(memberships.state, 'canceled')))
    .all()
    .map(({ order }) => order)

/** A card is valid to the end of its month, by West Coast time. One without an expiry date is valid. */
export function isExpired({ expMonth, expYear }: StoredCard, now: Instant): boolean {
  if (expMonth === null || expYear === null) return false
  return dayIn('America/Los_Angeles', now).slice(0, 7) > `${expYear}-${String(expMonth).padStart(2, '0')}`
}
