import { and, count, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import {
  giftCardEntries,
  giftCards,
  orderPromotions,
  orders,
  type Promotion,
  promotions,
  rewards,
  users,
} from '#db/schema/index.ts'
import type { Instant } from '../../day.ts'
import { chargedCents } from '../../orders/returned-money.ts'
import { placedTotals } from '../../pricing/placed-price.ts'
import { shownCode } from '../../pricing/promotion-desk.ts'
import { promotionDescription } from '../../pricing/sentences.ts'

const PER_PAGE = 50

export const pagesOf = (total: number) => Math.max(1, Math.ceil(total / PER_PAGE))

const discountOf = sql<number>`coalesce((select sum(o.promotions_cents) from order_promotions u
  join orders o on o.id = u.order_id where u.promotion_id = promotions.id and u.used_at is not null), 0)`

export type PromotionState = 'running' | 'coming' | 'ended' | 'stopped' | 'used_up' | 'proposed'

export function promotionState(promotion: Promotion, now: Instant): PromotionState {
  if (promotion.stoppedAt !== null) return promotion.proposedById === null ? 'stopped' : 'proposed'
  if (promotion.endsAt !== null && now >= promotion.endsAt) return 'ended'
  if (promotion.useLimit !== null && promotion.usedCount >= promotion.useLimit) return 'used_up'
  return promotion.startsAt !== null && now < promotion.startsAt ? 'coming' : 'running'
}

const described = (promotion: Promotion, now: Instant) => ({
  promotion,
  code: shownCode(promotion),
  what: promotionDescription(promotion),
  state: promotionState(promotion, now),
})

/** The codes of referral links are their owners'. */
export function listPromotions(db: Db, page: number, now: Instant) {
  const isOurs = isNull(promotions.referrerId)
  const total = db.select({ total: count() }).from(promotions).where(isOurs).get()?.total ?? 0
  const items = db
    .select({ promotion: promotions, discountCents: discountOf })
    .from(promotions)
    .where(isOurs)
    .orderBy(desc(promotions.id))
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .all()
    .map(({ promotion, discountCents }) => ({ ...described(promotion, now), discountCents }))
  return { items, total, page, pages: pagesOf(total) }
}

/** Those that wait for a colleague, the oldest first. */
export const proposedPromotions = (db: Db, now: Instant) =>
  db
    .select()
    .from(promotions)
    .where(isNotNull(promotions.proposedById))
    .orderBy(promotions.id)
    .limit(PER_PAGE)
    .all()
    .map((promotion) => described(promotion, now))

export type ProposedPromotion = ReturnType<typeof proposedPromotions>[number]

export type PromotionList = ReturnType<typeof listPromotions>

export function promotionById(db: Db, id: number, now: Instant) {
  const found = db
    .select({ promotion: promotions, discountCents: discountOf })
    .from(promotions)
    .where(sql`${promotions.id} = ${id} and ${promotions.referrerId} is null`)
    .get()
  return found ? { ...described(found.promotion, now), discountCents: found.discountCents } : null
}

export type DeskPromotion = NonNullable<ReturnType<typeof promotionById>>

/** The latest first. */
export const usesOf = (db: Db, promotionId: number) =>
  db
    .select({
      id: orders.id,
      token: orders.token,
      identifier: orders.identifier,
      state: orders.state,
      usedAt: orderPromotions.usedAt,
      discountCents: orders.promotionsCents,
      ...placedTotals,
    })
    .from(orderPromotions)
    .innerJoin(orders, eq(orders.id, orderPromotions.orderId))
    .where(sql`${orderPromotions.promotionId} = ${promotionId} and ${orderPromotions.usedAt} is not null`)
    .orderBy(desc(orderPromotions.usedAt))
    .limit(PER_PAGE)
    .all()
    .map((use) => ({ ...use, totalCents: chargedCents(db, use) }))

export type PromotionUse = ReturnType<typeof usesOf>[number]

/** Above every row's id. */
export const FIRST_PAGE = Number.MAX_SAFE_INTEGER

/** Of a list that grows with the shop: the rows before an id, without a count of all. */
const slice = <Row extends { id: number }>(rows: Row[]) => ({
  items: rows.slice(0, PER_PAGE),
  next: rows.length > PER_PAGE ? (rows[PER_PAGE - 1]?.id ?? null) : null,
})

/** The latest first. Without store credit, which is an account's. */
export function listGiftCards(db: Db, before: number) {
  const rows = db
    .select({
      id: giftCards.id,
      codeEnd: giftCards.codeEnd,
      initialCents: giftCards.initialCents,
      balanceCents: giftCards.balanceCents,
      frozenAt: giftCards.frozenAt,
      createdAt: giftCards.createdAt,
      cause: sql<string>`(select cause from gift_card_entries where gift_card_id = gift_cards.id order by id limit 1)`,
      entries: sql<number>`(select count(*) from ${giftCardEntries} where gift_card_id = gift_cards.id)`,
    })
    .from(giftCards)
    .where(and(lt(giftCards.id, before), isNull(giftCards.userId)))
    .orderBy(desc(giftCards.id))
    .limit(PER_PAGE + 1)
    .all()
  return slice(rows)
}

export type GiftCardList = ReturnType<typeof listGiftCards>

export function listRewards(db: Db, before: number) {
  const rows = db
    .select({
      id: rewards.id,
      name: rewards.name,
      amountCents: rewards.amountCents,
      deliverBy: rewards.deliverBy,
      grantedAt: rewards.grantedAt,
      email: users.email,
      usedBy: ofUsingOrder(orders.identifier),
      usedByToken: ofUsingOrder(orders.token),
    })
    .from(rewards)
    .leftJoin(users, eq(users.id, rewards.userId))
    .where(lt(rewards.id, before))
    .orderBy(desc(rewards.id))
    .limit(PER_PAGE + 1)
    .all()
  return slice(rows)
}

/** Of the order that used a reward. */
const ofUsingOrder = (column: typeof orders.identifier | typeof orders.token) =>
  sql<string | null>`(select ${column} from order_rewards join orders on orders.id = order_id
    where reward_id = rewards.id and used_at is not null limit 1)`

export type RewardList = ReturnType<typeof listRewards>
