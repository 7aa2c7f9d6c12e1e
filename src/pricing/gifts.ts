import { eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { farms, type Order, offers, orderRewards, rewardGifts, varieties } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { available, type Wanted } from '../stock/stock.ts'
import { rewardOn, rewardRefusal } from './rewards.ts'

/** An item that a reward gives: one pack of an offer, for nothing. */
export type Gift = ReturnType<typeof giftsOf>[number]

/** What a reward without an amount gives: one item, or several to pick one from. */
export const giftsOf = (db: Db, rewardId: number) => statements(db).ofReward.all({ rewardId })

/** The gift that was picked for an order, whether or not its reward still holds. */
export const giftOn = (db: Db, orderId: number): Gift | null =>
  statements(db).ofOrder.get({ orderId }) ?? null

/** The gift that is in an order's box: of a paid one for good, of an open one while its reward holds. */
export function giftInBox(db: Db, order: Order, now: Instant): Gift | null {
  const carried = rewardOn(db, order.id)
  if (!carried || carried.giftId === null) return null
  if (carried.usedAt === null && rewardRefusal(db, carried.reward, order, now)) return null
  return giftOn(db, order.id)
}

/** What a box takes from the shelf: its items and its gift, one entry an offer. */
export function withGift(items: Wanted[], gift: Pick<Gift, 'offerId'> | null): Wanted[] {
  const wanted = items.map(({ offerId, quantity }) => ({ offerId, quantity }))
  if (!gift) return wanted
  const bought = wanted.find(({ offerId }) => offerId === gift.offerId)
  if (!bought) return [...wanted, { offerId: gift.offerId, quantity: 1 }]
  return wanted.map((line) => (line === bought ? { ...line, quantity: line.quantity + 1 } : line))
}

/** Whether a center has a gift for an order, beside what the order buys of the same. */
export function isGiftThere(
  db: Db,
  order: { id: number; fcId: number },
  items: Wanted[],
  gift: Pick<Gift, 'offerId' | 'hidden'>,
  now: Instant,
): boolean {
  const bought = items.find(({ offerId }) => offerId === gift.offerId)?.quantity ?? 0
  return !gift.hidden && available(db, gift.offerId, order.fcId, now, order.id) > bought
}

const shown = {
  offerId: offers.id,
  token: offers.token,
  label: offers.label,
  slug: varieties.slug,
  name: varieties.name,
  pictures: varieties.pictures,
  hidden: varieties.hidden,
  farm: farms.name,
}

const statements = oncePerDatabase((db) => ({
  ofReward: db
    .select(shown)
    .from(rewardGifts)
    .innerJoin(offers, eq(offers.id, rewardGifts.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .where(eq(rewardGifts.rewardId, sql.placeholder('rewardId')))
    .orderBy(rewardGifts.position)
    .prepare(),
  ofOrder: db
    .select(shown)
    .from(orderRewards)
    .innerJoin(offers, eq(offers.id, orderRewards.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .where(eq(orderRewards.orderId, sql.placeholder('orderId')))
    .prepare(),
}))
