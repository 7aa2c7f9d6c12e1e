import { and, eq, gt, isNotNull, ne, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import { type Db, type DurableTx, oncePerDatabase, type Tx } from '#db/client.ts'
import { boughtGiftCards, giftCards, moneyMovements, orderGiftCards, orders } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { sha256 } from '../tokens.ts'
import { putBackGiftCents, takeGiftCents } from './gift-ledger.ts'

export type UsableCard = { giftCardId: number; isStoreCredit: boolean; availableCents: number }

/** Codes are stored and compared as a hash, in capitals and without spaces or dashes. */
export const giftCodeHash = (code: string) => sha256(`gift:${code.replace(/[\s-]/g, '').toUpperCase()}`)

/**
 * What each card can pay: its balance less what other orders hold. The smallest balance comes first, and the account's
 * store credit last.
 */
export function usableCards(db: Db, orderId: number, now: Instant): UsableCard[] {
  return cardsOn(db)
    .all({ orderId })
    .map(({ giftCardId, isStoreCredit, balanceCents, frozenAt }) => ({
      giftCardId,
      isStoreCredit: isStoreCredit === 1,
      availableCents:
        frozenAt === null ? Math.max(0, balanceCents - heldByOthers(db, giftCardId, orderId, now)) : 0,
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
    attach(tx, orderId, giftCardId, { heldCents: cents, heldUntil })
  }
}

/** Store credit has no row on the order until it is held or spent. */
function attach(
  tx: DurableTx,
  orderId: number,
  giftCardId: number,
  state: Partial<typeof orderGiftCards.$inferInsert>,
) {
  tx.insert(orderGiftCards)
    .values({ orderId, giftCardId, ...state })
    .onConflictDoUpdate({ target: [orderGiftCards.orderId, orderGiftCards.giftCardId], set: state })
    .run()
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
    const reference = `gift:${order.token}:${giftCardId}`
    takeGiftCents(tx, giftCardId, 'spent', { cents, reference, orderId: order.id, now })
    attach(tx, order.id, giftCardId, { spentCents: cents, heldCents: 0, heldUntil: null })
    tx.insert(moneyMovements)
      .values({ orderId: order.id, kind: 'gift_debit', amountCents: cents, reference, at: now })
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
    const reference = `gift_back:${order.token}:${giftCardId}:${order.version}`
    putBackGiftCents(tx, giftCardId, { cents, reference, orderId: order.id, now })
    endUnpaidCents(tx, giftCardId, `ended:${reference}`, now)
    tx.update(orderGiftCards)
      .set({ spentCents: spentCents - cents })
      .where(isCard(order.id, giftCardId))
      .run()
    tx.insert(moneyMovements)
      .values({ orderId: order.id, kind: 'gift_credit', amountCents: cents, reference, at: now })
      .run()
  }
  if (remainingCents > 0) throw new Error(`order ${order.id} spent less gift balance than it must return`)
}

/** A card whose own purchase was refunded or lost at the bank pays only with what is still paid of it. */
function endUnpaidCents(tx: DurableTx, giftCardId: number, reference: string, now: Instant) {
  const ended = tx
    .select({ unpaidCents: sql<number>`${giftCards.balanceCents} - ${boughtGiftCards.keptCents}` })
    .from(boughtGiftCards)
    .innerJoin(giftCards, eq(giftCards.id, boughtGiftCards.giftCardId))
    .where(and(eq(boughtGiftCards.giftCardId, giftCardId), isNotNull(boughtGiftCards.endedAt)))
    .get()
  if (ended && ended.unpaidCents > 0)
    takeGiftCents(tx, giftCardId, 'ended', { cents: ended.unpaidCents, reference, now })
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

const spentCards = (db: Db, orderId: number) => spentStatement(db).all({ orderId })

const spentStatement = oncePerDatabase((db) =>
  db
    .select({ giftCardId: orderGiftCards.giftCardId, spentCents: orderGiftCards.spentCents })
    .from(orderGiftCards)
    .where(eq(orderGiftCards.orderId, sql.placeholder('orderId')))
    .innerJoin(giftCards, eq(giftCards.id, orderGiftCards.giftCardId))
    .orderBy(sql`${giftCards.userId} is not null`, orderGiftCards.giftCardId)
    .prepare(),
)

/** @returns cents, 0 for a code that pays for nothing; with what orders that are being paid hold */
export function balanceOf(db: Db, code: string): number {
  const card = findGiftCard(db, code)
  return card?.frozenAt === null ? card.balanceCents : 0
}

export const findGiftCard = (db: Db, code: string) =>
  db
    .select({
      id: giftCards.id,
      balanceCents: giftCards.balanceCents,
      frozenAt: giftCards.frozenAt,
      isStoreCredit: sql`${giftCards.userId} is not null`.mapWith(Boolean),
    })
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

const cardColumns = {
  giftCardId: giftCards.id,
  isStoreCredit: sql<number>`${giftCards.userId} is not null`.as('is_store_credit'),
  balanceCents: giftCards.balanceCents,
  frozenAt: giftCards.frozenAt,
}

const cardsOn = oncePerDatabase((db) =>
  unionAll(
    db
      .select(cardColumns)
      .from(orderGiftCards)
      .innerJoin(giftCards, eq(giftCards.id, orderGiftCards.giftCardId))
      .where(
        and(
          eq(orderGiftCards.orderId, sql.placeholder('orderId')),
          sql`coalesce(${giftCards.userId}, 0) = 0`,
        ),
      ),
    db
      .select(cardColumns)
      .from(orders)
      .innerJoin(giftCards, eq(giftCards.userId, orders.userId))
      .where(eq(orders.id, sql.placeholder('orderId'))),
  )
    .orderBy(sql`is_store_credit, balance_cents`)
    .prepare(),
)
