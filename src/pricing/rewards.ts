import { and, eq, sql } from 'drizzle-orm'
import { type Db, type DurableTx, oncePerDatabase, type Tx } from '#db/client.ts'
import { type Order, orderRewards, orders, type Reward, rewards } from '#db/schema/index.ts'
import { addDays, type Day, type Instant } from '../day.ts'
import { calendarFor, deliveryZone } from '../delivery/calendar-facts.ts'
import { dayIn } from '../delivery/zones.ts'

export type RewardRefusal =
  | 'reward_unknown'
  | 'reward_used'
  | 'reward_elsewhere'
  | 'reward_over'
  | 'reward_too_late'
  | 'reward_locked'

/** An order as far as rewards care. */
export type RewardedOrder = Pick<
  Order,
  'id' | 'userId' | 'arrivalOn' | 'lockAt' | 'placedAt' | 'deliveryPostalCode'
>

/** The reward of an order; `giftId` is the offer that was picked from its gifts. */
export type CarriedReward = { reward: Reward; giftId: number | null; usedAt: Instant | null }

/** The reward an order carries, whether or not it still holds. */
export const rewardOn = (db: Db, orderId: number): CarriedReward | null =>
  statements(db).ofOrder.get({ orderId }) ?? null

/** Somebody's own reward; another's is as unknown as none. */
export const findReward = (db: Db, userId: number, token: string): Reward | null =>
  statements(db).ofUser.get({ userId, token }) ?? null

/**
 * Why an order may not use a reward now, or null. It serves one box, of its owner, that can still be changed and
 * arrives by its last day.
 * @param earliest the first day on which the box could arrive, for whoever asks about many rewards
 */
export function rewardRefusal(
  db: Db,
  reward: Reward,
  order: RewardedOrder,
  now: Instant,
  earliest = () => earliestArrival(db, order, now),
): RewardRefusal | null {
  if (order.userId !== reward.userId) return 'reward_unknown'
  const taken = takenElsewhere(db, reward.id, order.id, now)
  if (taken) return taken
  if (order.arrivalOn === null || order.arrivalOn > reward.deliverBy) {
    const first = earliest()
    if (first === null || first > reward.deliverBy) return 'reward_over'
    if (order.arrivalOn !== null) return 'reward_too_late'
  }
  const isLocked = order.placedAt === null && order.lockAt !== null && now >= order.lockAt
  return isLocked ? 'reward_locked' : null
}

/** What the reward of an order takes off it, before it is bounded by what the items cost. */
export function rewardCents(db: Db, order: RewardedOrder, now: Instant): number {
  const carried = rewardOn(db, order.id)
  if (!carried?.reward.amountCents) return 0
  return rewardRefusal(db, carried.reward, order, now) ? 0 : carried.reward.amountCents
}

/** The clock of the last center: while a day is still today there, no reward is over. */
const LAST_ZONE = 'America/Los_Angeles'

/** The first day on which an order could arrive; tomorrow while nobody knows where, null where no day is open. */
export function earliestArrival(
  db: Db,
  { id, deliveryPostalCode: zip }: Pick<Order, 'id' | 'deliveryPostalCode'>,
  now: Instant,
): Day | null {
  if (!zip || !deliveryZone(db, zip).served) return addDays(dayIn(LAST_ZONE, now), 1)
  const days = calendarFor(db, { zip, now, exceptOrderId: id, expedited: true })
  return days.find((day) => day.ok)?.date ?? null
}

/** Used up by another order, which was not canceled since, or kept for one that is being paid just now. */
function takenElsewhere(db: Db, rewardId: number, orderId: number, now: Instant): RewardRefusal | null {
  const others = statements(db).elsewhere.all({ rewardId, orderId, now })
  if (others.length === 0) return null
  return others.some(({ usedAt }) => usedAt !== null) ? 'reward_used' : 'reward_elsewhere'
}

/** Puts a reward on an order in place of any other: one an order. */
export function putReward(tx: Tx, orderId: number, rewardId: number, offerId: number | null) {
  tx.insert(orderRewards)
    .values({ orderId, rewardId, offerId })
    .onConflictDoUpdate({ target: orderRewards.orderId, set: { rewardId, offerId, heldUntil: null } })
    .run()
}

/** The reward goes back to its owner. */
export const removeRewardFromOrder = (tx: Tx, orderId: number) =>
  void tx.delete(orderRewards).where(eq(orderRewards.orderId, orderId)).run()

/** Keeps the reward for an order that is being paid. Inside the transaction that checked it. */
export const holdReward = (tx: DurableTx, orderId: number, heldUntil: Instant) =>
  void statements(tx).hold.run({ orderId, heldUntil })

export const releaseReward = (tx: Tx, orderId: number) => void statements(tx).release.run({ orderId })

/**
 * Uses the reward up with the order's payment. The caller has just made sure of it in the same transaction; the
 * condition in the update is the last guard.
 * @throws when another order has used it: then the whole transaction falls
 */
export function spendReward(tx: DurableTx, orderId: number, now: Instant) {
  const { changes } = statements(tx).use.run({ orderId, now })
  if (changes !== 1 && rewardOn(tx, orderId))
    throw new Error(`the reward of order ${orderId} was used before`)
}

const given = sql.placeholder

const isSpent = sql`(other.used_at is not null and exists (
  select 1 from orders where orders.id = other.order_id and orders.state not in ('canceled', 'refunded')))`

const statements = oncePerDatabase((db) => ({
  ofOrder: db
    .select({ reward: rewards, giftId: orderRewards.offerId, usedAt: orderRewards.usedAt })
    .from(orderRewards)
    .innerJoin(rewards, eq(rewards.id, orderRewards.rewardId))
    .where(eq(orderRewards.orderId, given('orderId')))
    .prepare(),
  ofUser: db
    .select()
    .from(rewards)
    .where(and(eq(rewards.token, given('token')), eq(rewards.userId, given('userId'))))
    .prepare(),
  elsewhere: db
    .select({ usedAt: orderRewards.usedAt })
    .from(orderRewards)
    .innerJoin(orders, eq(orders.id, orderRewards.orderId))
    .where(
      and(
        eq(orderRewards.rewardId, given('rewardId')),
        sql`${orderRewards.orderId} <> ${given('orderId')}`,
        sql`(${orderRewards.heldUntil} > ${given('now')} or (
          ${orderRewards.usedAt} is not null and ${orders.state} not in ('canceled', 'refunded')))`,
      ),
    )
    .prepare(),
  hold: db
    .update(orderRewards)
    .set({ heldUntil: sql`${given('heldUntil')}` })
    .where(eq(orderRewards.orderId, given('orderId')))
    .prepare(),
  release: db
    .update(orderRewards)
    .set({ heldUntil: null })
    .where(eq(orderRewards.orderId, given('orderId')))
    .prepare(),
  use: db
    .update(orderRewards)
    .set({ usedAt: sql`${given('now')}`, heldUntil: null })
    .where(
      and(
        eq(orderRewards.orderId, given('orderId')),
        sql`not exists (select 1 from order_rewards other where other.reward_id = "order_rewards"."reward_id"
          and other.order_id <> "order_rewards"."order_id" and ${isSpent})`,
      ),
    )
    .prepare(),
}))
