import { and, eq, gt, ne, sql } from 'drizzle-orm'
import { type Db, type DurableTx, oncePerDatabase, type Tx } from '#db/client.ts'
import { giftCards, moneyMovements, orderGiftCards } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { sha256 } from '../tokens.ts'

export type UsableCard = { giftCardId: number; availableCents: number }

/** Codes are stored and compared as a hash, in capitals and without spaces or dashes. */
export const giftCodeHash = (code: string) => sha256(`gift:${code.replace(/[\s-]/g, '').toUpperCase()}`)

/** What each card can pay: its balance less what other orders hold. The smallest balance comes first. */
export function usableCards(db: Db, orderId: number, now: Instant): UsableCard[] {
  return cardsOn(db)
    .all({ orderId })
    .map(({ giftCardId, balanceCents }) => ({
      giftCardId,
      availableCents: Math.max(0, balanceCents - heldByOthers(db, giftCardId, orderId, now)),
    }))
}

export function divideOverCards(
  cards: UsableCard[],
  giftCents: number,
): { giftCardId: number; cents: number }[] {
  let remainingCents = giftCents
  return cards.map(({ giftCardId, availableCents }) => {
    const cents = Math.min(remainingCents, availableCents)
    remainingCents -= cents
    return { giftCardId, cents }
  })
}

/** Call it in the transaction that checked the balances. */
export function holdGiftCents(
  tx: DurableTx,
  orderId: number,
  giftCents: number,
  now: Instant,
  heldUntil: Instant,
) {
  for (const { giftCardId, cents } of divideOverCards(usableCards(tx, orderId, now), giftCents)) {
    tx.update(orderGiftCards).set({ heldCents: cents, heldUntil }).where(isCard(orderId, giftCardId)).run()
  }
}

export function releaseGiftCents(tx: Tx, orderId: number) {
  releaseCards(tx).run({ orderId })
}

const releaseCards = oncePerDatabase((db) =>
  db
    .update(orderGiftCards)
    .set({ heldCents: 0, heldUntil: null })
    .where(eq(orderGiftCards.orderId, sql.placeholder('orderId')))
    .prepare(),
)

/** Debits each card's share and records it in the ledger. The table refuses a negative balance. */
export function spendGiftCents(
  tx: DurableTx,
  order: { id: number; token: string },
  giftCents: number,
  now: Instant,
) {
  for (const { giftCardId, cents } of divideOverCards(usableCards(tx, order.id, now), giftCents)) {
    if (cents === 0) continue
    tx.update(giftCards)
      .set({ balanceCents: sql`${giftCards.balanceCents} - ${cents}` })
      .where(eq(giftCards.id, giftCardId))
      .run()
    tx.update(orderGiftCards)
      .set({ spentCents: cents, heldCents: 0, heldUntil: null })
      .where(isCard(order.id, giftCardId))
      .run()
    tx.insert(moneyMovements)
      .values({
        orderId: order.id,
        kind: 'gift_debit',
        amountCents: cents,
        reference: `gift:${order.token}:${giftCardId}`,
        at: now,
      })
      .run()
  }
}

/** For an order that costs less now. @throws when its cards paid less than `returnedCents` */
export function returnGiftCents(
  tx: DurableTx,
  order: { id: number; token: string; version: number },
  returnedCents: number,
  now: Instant,
) {
  let remainingCents = returnedCents
  for (const { giftCardId, spentCents } of spentCards(tx, order.id)) {
    const cents = Math.min(remainingCents, spentCents)
    if (cents === 0) continue
    remainingCents -= cents
    tx.update(giftCards)
      .set({ balanceCents: sql`${giftCards.balanceCents} + ${cents}` })
      .where(eq(giftCards.id, giftCardId))
      .run()
    tx.update(orderGiftCards)
      .set({ spentCents: spentCents - cents })
      .where(isCard(order.id, giftCardId))
      .run()
    const reference = `gift_back:${order.token}:${giftCardId}:${order.version}`
    tx.insert(moneyMovements)
      .values({ orderId: order.id, kind: 'gift_credit', amountCents: cents, reference, at: now })
      .run()
  }
  if (remainingCents > 0) throw new Error(`order ${order.id} spent less gift balance than it must return`)
}

/** @returns the cents that went back, to all cards of the order together */
export function returnAllGiftCents(
  tx: DurableTx,
  order: { id: number; token: string; version: number },
  now: Instant,
): number {
  const spentCents = spentGiftCents(tx, order.id)
  if (spentCents > 0) returnGiftCents(tx, order, spentCents, now)
  return spentCents
}

/** What gift cards have paid of an order and didn't get back. */
export const spentGiftCents = (db: Db, orderId: number): number =>
  spentCards(db, orderId).reduce((sum, card) => sum + card.spentCents, 0)

const spentCards = (db: Db, orderId: number) =>
  db
    .select({ giftCardId: orderGiftCards.giftCardId, spentCents: orderGiftCards.spentCents })
    .from(orderGiftCards)
    .where(eq(orderGiftCards.orderId, orderId))
    .orderBy(orderGiftCards.giftCardId)
    .all()

export const findGiftCard = (db: Db, code: string) =>
  db
    .select({ id: giftCards.id, balanceCents: giftCards.balanceCents })
    .from(giftCards)
    .where(eq(giftCards.codeHash, giftCodeHash(code)))
    .get() ?? null

export function addGiftCard(tx: Tx, orderId: number, giftCardId: number) {
  tx.insert(orderGiftCards).values({ orderId, giftCardId }).onConflictDoNothing().run()
}

export function removeGiftCard(tx: Tx, orderId: number, giftCardId: number) {
  tx.delete(orderGiftCards).where(isCard(orderId, giftCardId)).run()
}

const isCard = (orderId: number, giftCardId: number) =>
  and(eq(orderGiftCards.orderId, orderId), eq(orderGiftCards.giftCardId, giftCardId))

function heldByOthers(db: Db, giftCardId: number, orderId: number, now: Instant): number {
  const held = db
    .select({ cents: sql<number>`coalesce(sum(${orderGiftCards.heldCents}), 0)` })
    .from(orderGiftCards)
    .where(
      and(
        eq(orderGiftCards.giftCardId, giftCardId),
        ne(orderGiftCards.orderId, orderId),
        gt(orderGiftCards.heldUntil, now),
      ),
    )
    .get()
  return held?.cents ?? 0
}

const cardsOn = oncePerDatabase((db) =>
  db
    .select({ giftCardId: giftCards.id, balanceCents: giftCards.balanceCents })
    .from(orderGiftCards)
    .innerJoin(giftCards, eq(giftCards.id, orderGiftCards.giftCardId))
    .where(eq(orderGiftCards.orderId, sql.placeholder('orderId')))
    .orderBy(giftCards.balanceCents)
    .prepare(),
)
