import { and, eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import {
  boxShorts,
  farms,
  freeItems as freeItemTable,
  type Order,
  offers,
  orderRewards,
  rewardGifts,
  varieties,
} from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { availableUnits, type UnitRequest } from '../stock/stock.ts'
import { rewardOn, rewardRefusal } from './rewards.ts'

/** One pack of an offer, for free: a reward's gift, or a membership's free item, which has no reward. */
export type Gift = ReturnType<typeof giftsOf>[number]

/** A reward without an amount gives one item, or several to choose from. */
export const giftsOf = (db: Db, rewardId: number) => statements(db).ofReward.all({ rewardId })

/** What members choose the free item of each box from. */
export const freeItems = (db: Db): Gift[] => statements(db).free.all()

/** Chosen for an order, whether or not its reward still applies, unless it was missing when the box was packed. */
export const giftOn = (db: Db, orderId: number): Gift | null =>
  statements(db).ofOrder.get({ orderId }) ?? null

/** Permanent once the order is paid. Before that, a reward's gift is in the box only while the reward applies. */
export function giftInBox(
  db: Db,
  order: Order,
  now: Instant,
  gift: Gift | null = giftOn(db, order.id),
): Gift | null {
  if (!gift || gift.rewardId === null) return gift
  const carried = rewardOn(db, order.id)
  const isOff = carried?.usedAt === null && rewardRefusal(db, carried.reward, order, now)
  return isOff ? null : gift
}

/** The units that a box takes from stock, one entry per offer. */
export function withGift(items: UnitRequest[], gift: Pick<Gift, 'offerId'> | null): UnitRequest[] {
  const wanted = items.map(({ offerId, quantity }) => ({ offerId, quantity }))
  if (!gift) return wanted
  const bought = wanted.find(({ offerId }) => offerId === gift.offerId)
  if (!bought) return [...wanted, { offerId: gift.offerId, quantity: 1 }]
  return wanted.map((line) => (line === bought ? { ...line, quantity: line.quantity + 1 } : line))
}

/** In stock on top of the units of it that the order buys. */
export function isGiftAvailable(
  db: Db,
  order: { id: number; fcId: number },
  items: UnitRequest[],
  gift: Pick<Gift, 'offerId' | 'hidden'>,
  now: Instant,
): boolean {
  const bought = items.find(({ offerId }) => offerId === gift.offerId)?.quantity ?? 0
  return !gift.hidden && availableUnits(db, gift.offerId, order.fcId, now, order.id) > bought
}

const giftColumns = {
  offerId: offers.id,
  token: offers.token,
  label: offers.label,
  slug: varieties.slug,
  name: varieties.name,
  pictures: varieties.pictures,
  hidden: varieties.hidden,
  farm: farms.name,
  vendor: farms.slug,
}

/** Its own row has no price: packs of the same that were bought and missing have another. */
const wasShort = sql`exists (select 1 from ${boxShorts} where ${boxShorts.orderId} = ${orderRewards.orderId}
  and ${boxShorts.offerId} = ${orderRewards.offerId} and ${boxShorts.itemsCents} = 0)`

const statements = oncePerDatabase((db) => ({
  ofReward: db
    .select({ ...giftColumns, rewardId: sql<number | null>`${rewardGifts.rewardId}` })
    .from(rewardGifts)
    .innerJoin(offers, eq(offers.id, rewardGifts.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .where(eq(rewardGifts.rewardId, sql.placeholder('rewardId')))
    .orderBy(rewardGifts.position)
    .prepare(),
  free: db
    .select({ ...giftColumns, rewardId: sql<number | null>`null` })
    .from(freeItemTable)
    .innerJoin(offers, eq(offers.id, freeItemTable.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .orderBy(freeItemTable.position)
    .prepare(),
  ofOrder: db
    .select({ ...giftColumns, rewardId: orderRewards.rewardId })
    .from(orderRewards)
    .innerJoin(offers, eq(offers.id, orderRewards.offerId))
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .innerJoin(farms, eq(farms.id, varieties.farmId))
    .where(and(eq(orderRewards.orderId, sql.placeholder('orderId')), sql`not ${wasShort}`))
    .prepare(),
}))
