import { and, eq, gt, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { type Db, type DurableTx, oncePerDatabase, type Tx } from '#db/client.ts'
import { type Order, orderPromotions, orders, type Promotion, promotions } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { offerName } from '../stock/offer-name.ts'
import { isKeptOrder } from './kept-orders.ts'
import { type ReferralRefusal, referralRefusal } from './referral-terms.ts'
import type { PromotionTerms } from './total.ts'

export type PromotionRefusal =
  | 'promotion_not_started'
  | 'promotion_expired'
  | 'promotion_used_up'
  | 'promotion_used_by_customer'
  | 'promotion_first_order_only'
  | 'promotion_members_only'
  | 'promotion_below_minimum'
  | 'promotion_item_missing'
  | ReferralRefusal

export type PromotedOrder = Pick<
  Order,
  'id' | 'userId' | 'email' | 'deliveryStreet1' | 'deliveryStreet2' | 'deliveryPostalCode' | 'deliveryPhone'
> & {
  itemsCents: number
  member: boolean
  hasOffer: (offerId: number) => boolean
}

/** On the order, whether or not it still applies. */
export function promotionOf(db: Db, orderId: number): Promotion | null {
  return statements(db).ofOrder.get({ orderId })?.promotion ?? null
}

export const findPromotion = (db: Db, code: string): Promotion | null =>
  statements(db).ofCode.get({ code }) ?? null

export const freeItemOf = (db: Db, { offerId }: Promotion): string | null =>
  offerId === null ? null : offerName(db, offerId)

/** A use held by another order's payment counts as taken. */
export function promotionRefusal(
  db: Db,
  promotion: Promotion,
  order: PromotedOrder,
  now: Instant,
): PromotionRefusal | null {
  if (promotion.startsAt !== null && now < promotion.startsAt) return 'promotion_not_started'
  if (promotion.endsAt !== null && now >= promotion.endsAt) return 'promotion_expired'
  if (promotion.stoppedAt !== null) return 'promotion_expired'
  if (promotion.membersOnly && !order.member) return 'promotion_members_only'
  if (order.itemsCents < promotion.minimumCents) return 'promotion_below_minimum'
  if (promotion.kind === 'free_item' && promotion.offerId !== null && !order.hasOffer(promotion.offerId))
    return 'promotion_item_missing'
  const referral = referralRefusal(db, promotion, order, now)
  if (referral) return referral
  const isFirst = () =>
    !hasOrderedBefore(db, order) && usesByCustomer(db, order, and(isOfFirstOrders, isHeld(now))) === 0
  if (promotion.firstOrderOnly && !isFirst()) return 'promotion_first_order_only'
  if (promotion.useLimit !== null && usesTaken(db, promotion, order.id, now) >= promotion.useLimit)
    return 'promotion_used_up'
  const isTaken = or(isNotNull(orderPromotions.usedAt), isHeld(now))
  if (
    promotion.customerLimit !== null &&
    usesByCustomer(db, order, and(eq(orderPromotions.promotionId, promotion.id), isTaken)) >=
      promotion.customerLimit
  )
    return 'promotion_used_by_customer'
  return null
}

export function termsOf(promotion: Promotion | null): PromotionTerms | null {
  switch (promotion?.kind) {
    case 'percent':
      return { kind: 'percent', percent: promotion.percent ?? 0 }
    case 'amount':
      return { kind: 'amount', amountCents: promotion.amountCents ?? 0 }
    case 'free_item':
      return promotion.offerId === null ? null : { kind: 'free_item', offerId: promotion.offerId }
    case 'free_shipping':
      return { kind: 'free_shipping' }
    default:
      return null
  }
}

/** Call it in the transaction that checked the promotion. */
export function holdPromotion(tx: DurableTx, orderId: number, heldUntil: Instant) {
  statements(tx).hold.run({ orderId, heldUntil })
}

export function releasePromotion(tx: Tx, orderId: number) {
  statements(tx).release.run({ orderId })
}

/** Counts the use when the order is paid. The table refuses a use beyond the limit. */
export function spendPromotion(tx: DurableTx, orderId: number, now: Instant) {
  const used = statements(tx).use.get({ orderId, now })
  if (!used) return
  tx.update(promotions)
    .set({ usedCount: sql`${promotions.usedCount} + 1` })
    .where(eq(promotions.id, used.promotionId))
    .run()
}

/** Of an order that was canceled: the use is free for another order. */
export function returnPromotion(tx: DurableTx, orderId: number) {
  const returned = statements(tx).unuse.get({ orderId })
  if (!returned) return
  tx.update(promotions)
    .set({ usedCount: sql`max(${promotions.usedCount} - 1, 0)` })
    .where(eq(promotions.id, returned.promotionId))
    .run()
}

/** Replaces any other: an order has at most one promotion. */
export function setPromotion(tx: Tx, orderId: number, promotionId: number) {
  tx.insert(orderPromotions)
    .values({ orderId, promotionId })
    .onConflictDoUpdate({ target: orderPromotions.orderId, set: { promotionId, heldUntil: null } })
    .run()
}

export function removePromotion(tx: Tx, orderId: number) {
  tx.delete(orderPromotions).where(eq(orderPromotions.orderId, orderId)).run()
}

const isHeld = (now: Instant) => gt(orderPromotions.heldUntil, now)

/** With those that boxes being paid hold, but the given one's. */
export function usesTaken(db: Db, { id, usedCount }: Promotion, exceptOrderId: number | null, now: Instant) {
  const isOther = exceptOrderId === null ? undefined : ne(orderPromotions.orderId, exceptOrderId)
  const held = db
    .select({ count: sql<number>`count(*)` })
    .from(orderPromotions)
    .where(and(eq(orderPromotions.promotionId, id), isHeld(now), isOther))
    .get()
  return usedCount + (held?.count ?? 0)
}

/** Payments checks the card. */
function hasOrderedBefore(db: Db, order: PromotedOrder): boolean {
  const found = db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(ne(orders.id, order.id), sql`${orders.placedAt} is not null`, isKeptOrder, isSameCustomer(order)),
    )
    .limit(1)
    .get()
  return found !== undefined
}

/** By account, email or address. An unknown value is null, which never matches in SQL. */
function isSameCustomer(order: PromotedOrder) {
  const { userId, email, deliveryStreet1, deliveryStreet2, deliveryPostalCode } = order
  const sameAddress = sql`(lower(${orders.deliveryStreet1}) = lower(${deliveryStreet1})
    and lower(coalesce(${orders.deliveryStreet2}, '')) = lower(${deliveryStreet2 ?? ''})
    and ${orders.deliveryPostalCode} = ${deliveryPostalCode})`
  return sql`(${orders.userId} = ${userId} or lower(${orders.email}) = lower(${email}) or ${sameAddress})`
}

/** With any first-order promotion. */
const isOfFirstOrders = sql`${orderPromotions.promotionId} in (select id from promotions where first_order_only)`

/** How many other orders of the customer have a promotion and match. */
function usesByCustomer(db: Db, order: PromotedOrder, matching: SQL | undefined): number {
  const found = db
    .select({ uses: sql<number>`count(*)` })
    .from(orderPromotions)
    .innerJoin(orders, eq(orders.id, orderPromotions.orderId))
    .where(and(ne(orderPromotions.orderId, order.id), matching, isSameCustomer(order)))
    .get()
  return found?.uses ?? 0
}

const placeholder = sql.placeholder

const statements = oncePerDatabase((db) => ({
  ofOrder: db
    .select({ promotion: promotions })
    .from(orderPromotions)
    .innerJoin(promotions, eq(promotions.id, orderPromotions.promotionId))
    .where(eq(orderPromotions.orderId, placeholder('orderId')))
    .prepare(),
  ofCode: db
    .select()
    .from(promotions)
    .where(eq(promotions.code, placeholder('code')))
    .prepare(),
  hold: db
    .update(orderPromotions)
    .set({ heldUntil: sql`${placeholder('heldUntil')}` })
    .where(eq(orderPromotions.orderId, placeholder('orderId')))
    .prepare(),
  release: db
    .update(orderPromotions)
    .set({ heldUntil: null })
    .where(eq(orderPromotions.orderId, placeholder('orderId')))
    .prepare(),
  use: db
    .update(orderPromotions)
    .set({ usedAt: sql`${placeholder('now')}`, heldUntil: null })
    .where(eq(orderPromotions.orderId, placeholder('orderId')))
    .returning({ promotionId: orderPromotions.promotionId })
    .prepare(),
  unuse: db
    .update(orderPromotions)
    .set({ usedAt: null })
    .where(and(eq(orderPromotions.orderId, placeholder('orderId')), isNotNull(orderPromotions.usedAt)))
    .returning({ promotionId: orderPromotions.promotionId })
    .prepare(),
}))
