import { and, asc, count, desc, eq, ne } from 'drizzle-orm'
import type { Db, DurableTx, Tx } from '#db/client.ts'
import { type CorporateGift, corporateGifts, type GiftBox, giftBoxes, type Order } from '#db/schema/index.ts'
import { actorOf } from '../../accounts/actor.ts'
import { recordAction } from '../../audit/audit.ts'
import { orderById } from '../../orders/orders.ts'
import type { By } from '../drafts/open-draft.ts'

/*
 * A corporate gift is one box for many addresses and one payment. Staff fill a draft as the pattern of each box; each
 * line of the company's file becomes a box, an order of its own, checked and priced before anyone pays. The company
 * pays for a draft that buys one gift card per box, and each card pays for its box alone. So a box that can't be
 * placed stops no other, and what is given back of one goes to the card that paid.
 */

export const giftByToken = (db: Db, token: string): CorporateGift | null =>
  db.select().from(corporateGifts).where(eq(corporateGifts.token, token)).get() ?? null

/** @throws if there is none */
export function giftById(db: Db, id: number): CorporateGift {
  const gift = db.select().from(corporateGifts).where(eq(corporateGifts.id, id)).get()
  if (!gift) throw new Error(`corporate gift ${id} is gone`)
  return gift
}

export const giftOfPattern = (db: Db, patternId: number): CorporateGift | null =>
  db.select().from(corporateGifts).where(eq(corporateGifts.patternId, patternId)).get() ?? null

export const giftOfPayer = (db: Db, payerId: number): CorporateGift | null =>
  db.select().from(corporateGifts).where(eq(corporateGifts.payerId, payerId)).get() ?? null

/** That the order is the pattern, the payment or a box of. */
export function giftOfOrder(db: Db, orderId: number): CorporateGift | null {
  const box = db.select().from(giftBoxes).where(eq(giftBoxes.orderId, orderId)).get()
  return box ? giftById(db, box.giftId) : (giftOfPattern(db, orderId) ?? giftOfPayer(db, orderId))
}

export const giftBoxById = (db: Db, id: number): GiftBox | null =>
  db.select().from(giftBoxes).where(eq(giftBoxes.id, id)).get() ?? null

/** In the order of the file. */
export const boxesOf = (db: Db, giftId: number): GiftBox[] =>
  db
    .select()
    .from(giftBoxes)
    .where(eq(giftBoxes.giftId, giftId))
    .orderBy(asc(giftBoxes.line), asc(giftBoxes.id))
    .all()

export const isAnyBox = (db: Db, giftId: number, state: GiftBox['state']): boolean =>
  db
    .select({ id: giftBoxes.id })
    .from(giftBoxes)
    .where(and(eq(giftBoxes.giftId, giftId), eq(giftBoxes.state, state)))
    .limit(1)
    .get() !== undefined

const GIFTS_PER_PAGE = 25

export type ListedGift = { gift: CorporateGift; boxes: number; pattern: Order | null }

/** Those that staff began, the newest first. */
export function listedGifts(db: Db, page: number): { gifts: ListedGift[]; pages: number } {
  const total = db.select({ total: count() }).from(corporateGifts).get()?.total ?? 0
  const rows = db
    .select()
    .from(corporateGifts)
    .orderBy(desc(corporateGifts.id))
    .limit(GIFTS_PER_PAGE)
    .offset((page - 1) * GIFTS_PER_PAGE)
    .all()
  const gifts = rows.map((gift) => ({ gift, boxes: boxesIn(db, gift.id), pattern: patternOf(db, gift) }))
  return { gifts, pages: Math.ceil(total / GIFTS_PER_PAGE) }
}

const boxesIn = (db: Db, giftId: number): number =>
  db
    .select({ boxes: count() })
    .from(giftBoxes)
    .where(and(eq(giftBoxes.giftId, giftId), ne(giftBoxes.state, 'refused')))
    .get()?.boxes ?? 0

export const patternOf = (db: Db, { patternId }: CorporateGift): Order | null =>
  patternId === null ? null : orderById(db, patternId)

export const payerOf = (db: Db, { payerId }: CorporateGift): Order | null =>
  payerId === null ? null : orderById(db, payerId)

export const updateBox = (tx: Tx, id: number, columns: Partial<GiftBox>) =>
  void tx.update(giftBoxes).set(columns).where(eq(giftBoxes.id, id)).run()

export const updateGift = (tx: Tx, id: number, columns: Partial<CorporateGift>) =>
  void tx.update(corporateGifts).set(columns).where(eq(corporateGifts.id, id)).run()

type GiftAction = { verb: `corporate_gift.${string}`; detail?: Record<string, unknown> }

export const recordGift = (tx: DurableTx, gift: CorporateGift, { user, now }: By, action: GiftAction) =>
  recordAction(tx, {
    actor: actorOf(user),
    ...action,
    subject: { kind: 'corporate_gift', token: gift.token, label: giftName(tx, gift) },
    now,
  })

/** By the draft that it began as: 'DW-7KQ2M4XA' */
export const giftName = (db: Db, gift: CorporateGift): string =>
  patternOf(db, gift)?.identifier ?? 'of a deleted draft'
