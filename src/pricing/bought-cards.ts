import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type Db, type DurableTx, oncePerDatabase, type Tx } from '#db/client.ts'
import {
  type BoughtGiftCard,
  boughtGiftCards,
  giftCards,
  type Order,
  orderGiftCards,
} from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { boughtCode } from './credit-code.ts'
import { giftCodeHash } from './gift-cards.ts'
import { openGiftCard, takeGiftCents } from './gift-ledger.ts'

/**
 * Gift cards are sold as lines of an order, in a table of their own: one payment, one refund and one receipt serve the
 * box and the cards, and nothing that packs, ships, taxes or discounts offers ever sees a card.
 */

/** Each line is one card: of several to post, each has its own code. */
export const boughtCardsOf = (db: Db, orderId: number): BoughtGiftCard[] => ofOrder(db).all({ orderId })

/** Of many orders, in one statement. */
export const boughtCardsOfAll = (db: Db, orderIds: number[]): BoughtGiftCard[] =>
  ofOrders(db).all({ orderIds: JSON.stringify(orderIds) })

/** Of an order whose price is frozen: most have none, and then nothing is read. */
export const cardsPaidWith = (db: Db, { id, boughtCardsCents }: Pick<Order, 'id' | 'boughtCardsCents'>) =>
  boughtCardsCents ? boughtCardsOf(db, id) : []

const ofOrder = oncePerDatabase((db) =>
  db
    .select()
    .from(boughtGiftCards)
    .where(eq(boughtGiftCards.orderId, sql.placeholder('orderId')))
    .orderBy(asc(boughtGiftCards.id))
    .prepare(),
)

const ofOrders = oncePerDatabase((db) =>
  db
    .select()
    .from(boughtGiftCards)
    .where(sql`${boughtGiftCards.orderId} in (select value from json_each(${sql.placeholder('orderIds')}))`)
    .orderBy(asc(boughtGiftCards.id))
    .prepare(),
)

export const boughtCardByToken = (db: Db, token: string): BoughtGiftCard | null =>
  db.select().from(boughtGiftCards).where(eq(boughtGiftCards.token, token)).get() ?? null

export const boughtCardById = (db: Db, id: number): BoughtGiftCard | null =>
  db.select().from(boughtGiftCards).where(eq(boughtGiftCards.id, id)).get() ?? null

/** Not issued by staff, and not given as credit. */
export const isBoughtCard = (db: Db, giftCardId: number): boolean =>
  db
    .select({ id: boughtGiftCards.id })
    .from(boughtGiftCards)
    .where(eq(boughtGiftCards.giftCardId, giftCardId))
    .get() !== undefined

export const sumCards = (cards: Pick<BoughtGiftCard, 'amountCents'>[]) =>
  cards.reduce((sum, { amountCents }) => sum + amountCents, 0)

type Issue = { sessionSecret: string; sendAt: Instant; buyerState: string | null; now: Instant }

/** Once per line: the ledger refuses a second entry with the reference, and with it the whole payment's transaction. */
export function issueCard(tx: DurableTx, bought: BoughtGiftCard, issue: Issue) {
  const { id, token, orderId, amountCents } = bought
  const codeHash = giftCodeHash(boughtCode(issue.sessionSecret, token))
  const entry = { cents: amountCents, reference: `bought:${token}`, orderId, now: issue.now }
  const giftCardId = openGiftCard(tx, codeHash, 'bought', entry)
  const { sendAt, buyerState } = issue
  tx.update(boughtGiftCards)
    .set({ giftCardId, keptCents: amountCents, sendAt, buyerState })
    .where(eq(boughtGiftCards.id, id))
    .run()
}

export type IssuedCard = { bought: BoughtGiftCard; balanceCents: number; frozenAt: Instant | null }

export const issuedCardsOf = (db: Db, orderId: number): IssuedCard[] => issuedOfOrder(db).all({ orderId })

const issuedOfOrder = oncePerDatabase((db) =>
  db
    .select({ bought: boughtGiftCards, balanceCents: giftCards.balanceCents, frozenAt: giftCards.frozenAt })
    .from(boughtGiftCards)
    .innerJoin(giftCards, eq(giftCards.id, boughtGiftCards.giftCardId))
    .where(eq(boughtGiftCards.orderId, sql.placeholder('orderId')))
    .orderBy(asc(boughtGiftCards.id))
    .prepare(),
)

/** Null once the shop's secret has changed: then nobody can make the code again. */
export function codeOfBought(db: Db, sessionSecret: string, { token, giftCardId }: BoughtGiftCard) {
  const code = boughtCode(sessionSecret, token)
  const card =
    giftCardId === null
      ? undefined
      : db.select({ codeHash: giftCards.codeHash }).from(giftCards).where(eq(giftCards.id, giftCardId)).get()
  return card?.codeHash === giftCodeHash(code) ? code : null
}

/** 'ABCD-EFGH-JKLM-NPQR' */
export const spacedCode = (code: string) => code.replace(/.{4}(?=.)/g, '$&-')

export const keptForCards = (db: Db, orderId: number): number =>
  boughtCardsOf(db, orderId).reduce((sum, { keptCents }) => sum + keptCents, 0)

/** Whether a corporate gift pays for the order: then the company hears of all its boxes together. */
export const isGiftBox = (db: Db, orderId: number): boolean =>
  db
    .select({ id: boughtGiftCards.id })
    .from(orderGiftCards)
    .innerJoin(boughtGiftCards, eq(boughtGiftCards.giftCardId, orderGiftCards.giftCardId))
    .where(and(eq(orderGiftCards.orderId, orderId), eq(boughtGiftCards.deliveryMethod, 'box')))
    .limit(1)
    .get() !== undefined

/** What would go back if its cards ended now. */
export const unspentCents = (db: Db, orderId: number): number =>
  issuedCardsOf(db, orderId).reduce((sum, card) => sum + unspentOf(card), 0)

/** What its cards have paid for. It stays paid if the order is canceled. */
export const spentOfCardsCents = (db: Db, order: Pick<Order, 'id' | 'boughtCardsCents'>): number =>
  order.boughtCardsCents ? keptForCards(db, order.id) - unspentCents(db, order.id) : 0

const unspentOf = ({ bought, balanceCents }: IssuedCard) => Math.min(balanceCents, bought.keptCents)

/** An order that is being paid holds some of it. */
export const isHeldByOrder = (db: Db, giftCardId: number, now: Instant): boolean =>
  db
    .select({ cents: orderGiftCards.heldCents })
    .from(orderGiftCards)
    .where(
      and(
        eq(orderGiftCards.giftCardId, giftCardId),
        sql`${orderGiftCards.heldCents} > 0 and ${orderGiftCards.heldUntil} > ${now}`,
      ),
    )
    .get() !== undefined

/** Takes what nobody spent. @returns the cents that the order no longer keeps for it */
export function endCard(tx: DurableTx, { bought, balanceCents }: IssuedCard, now: Instant): number {
  const { id, token, orderId, giftCardId } = bought
  const cents = Math.min(balanceCents, bought.keptCents)
  if (giftCardId !== null && balanceCents > 0)
    takeGiftCents(tx, giftCardId, 'ended', { cents: balanceCents, reference: `ended:${token}`, orderId, now })
  tx.update(boughtGiftCards)
    .set({ keptCents: bought.keptCents - cents, endedAt: now })
    .where(and(eq(boughtGiftCards.id, id), isNull(boughtGiftCards.endedAt)))
    .run()
  return cents
}

/** The card stays: an order that it paid for may give something back to it. @returns the cents that went off it */
export function takeUnspent(tx: DurableTx, card: IssuedCard, now: Instant): number {
  const { id, token, orderId, giftCardId, keptCents } = card.bought
  const cents = unspentOf(card)
  if (giftCardId === null || cents === 0) return 0
  takeGiftCents(tx, giftCardId, 'ended', { cents, reference: `unspent:${token}:${keptCents}`, orderId, now })
  tx.update(boughtGiftCards)
    .set({ keptCents: keptCents - cents, ...(keptCents === cents && { endedAt: now }) })
    .where(eq(boughtGiftCards.id, id))
    .run()
  return cents
}

/**
 * All at once, as when the order is refunded.
 * @param lostCents what the bank took for good: nobody may spend what isn't paid, so it comes off the cards first
 */
export function endCards(tx: DurableTx, orderId: number, lostCents: number, now: Instant) {
  loseCards(tx, orderId, lostCents)
  for (const card of issuedCardsOf(tx, orderId)) if (card.bought.endedAt === null) endCard(tx, card, now)
}

/** The order keeps so much less for its cards: the money went back, or the bank took it. */
export function loseCards(tx: Tx, orderId: number, lostCents: number) {
  let restCents = lostCents
  for (const { id, keptCents } of boughtCardsOf(tx, orderId)) {
    const cents = Math.min(restCents, keptCents)
    restCents -= cents
    tx.update(boughtGiftCards)
      .set({ keptCents: keptCents - cents })
      .where(eq(boughtGiftCards.id, id))
      .run()
  }
}

/** `frozenAt` null lets them pay again. */
export function freezeCards(tx: Tx, orderId: number, frozenAt: Instant | null) {
  const bought = tx
    .select({ id: boughtGiftCards.giftCardId })
    .from(boughtGiftCards)
    .where(eq(boughtGiftCards.orderId, orderId))
  tx.update(giftCards).set({ frozenAt }).where(inArray(giftCards.id, bought)).run()
}
