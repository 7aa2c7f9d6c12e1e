import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { broughtMoney, type PaidCard, payments } from '#db/schema/index.ts'

/** Once each: first the card that placed the order, then those that paid for changes. */
export function cardsOf(db: Db, orderId: number): PaidCard[] {
  const names = new Map<string, PaidCard>()
  for (const { brand, last4 } of cardsStatement(db).all({ orderId })) {
    if (brand && last4) names.set(`${brand} ${last4}`, { brand, last4 })
  }
  return [...names.values()]
}

/** The one that placed the order. */
export const cardOf = (db: Db, orderId: number): PaidCard | null => cardsOf(db, orderId)[0] ?? null

/** Whether a later change was paid with another card, so that money may go back to either. */
export const hasMoreCards = (db: Db, orderId: number): boolean => cardsOf(db, orderId).length > 1

/** Whether the bank still holds the money of a box that is weighed when it is packed. */
export const isHeld = (db: Db, orderId: number): boolean => heldStatement(db).get({ orderId }) !== undefined

/** Whether the bank holds all of its money, so that whatever goes back now is never charged. */
export const isOnlyHeld = (db: Db, orderId: number): boolean =>
  keptStatement(db).get({ orderId })?.isHeld ?? false

/** Whether banks hold all, some or none of what the cards paid. */
export type HeldPart = 'all' | 'some' | 'none'

export function heldPartOf(db: Db, orderId: number): HeldPart {
  if (isOnlyHeld(db, orderId)) return 'all'
  return isHeld(db, orderId) ? 'some' : 'none'
}

/** As `isOnlyHeld`, or what was held has been captured for less. */
export const isLessTaken = (db: Db, orderId: number): boolean =>
  keptStatement(db).get({ orderId })?.isLessTaken ?? false

const keptStatement = oncePerDatabase((db) =>
  db
    .select({
      isHeld: sql`min(${payments.heldUntil} is not null)`.mapWith(Boolean),
      isLessTaken: sql`min(${payments.heldUntil} is not null
        or coalesce(${payments.captureCents} < ${payments.receivedCents}, 0))`.mapWith(Boolean),
    })
    .from(payments)
    .where(and(eq(payments.orderId, sql.placeholder('orderId')), broughtMoney))
    .prepare(),
)

const heldStatement = oncePerDatabase((db) =>
  db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, sql.placeholder('orderId')), isNotNull(payments.heldUntil)))
    .prepare(),
)

const cardsStatement = oncePerDatabase((db) =>
  db
    .select({ brand: payments.cardBrand, last4: payments.cardLast4 })
    .from(payments)
    .where(
      and(
        eq(payments.orderId, sql.placeholder('orderId')),
        broughtMoney,
        isNotNull(payments.cardLast4), // only an accepted payment has a card
      ),
    )
    .orderBy(payments.attempt)
    .prepare(),
)
