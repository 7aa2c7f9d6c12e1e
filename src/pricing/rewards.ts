import { and, eq, sql } from 'drizzle-orm'
import { type Db, type DurableTx, oncePerDatabase, type Tx } from '#db/client.ts'
import { type Order, orderRewards, orders, type Reward, rewards } from '#db/schema/index.ts'
import { type Actor, recordAction } from '../audit/audit.ts'
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

export type RewardedOrder = Pick<
  Order,
  'id' | 'userId' | 'arrivalOn' | 'lockAt' | 'placedAt' | 'membershipId' | 'deliveryPostalCode'
>

/** `giftId` is the offer that was chosen from the reward's gifts. */
export type CarriedReward = { reward: Reward; giftId: number | null; usedAt: Instant | null }

export const rewardOn = (db: Db, orderId: number): CarriedReward | null =>
  statements(db).ofOrder.get({ orderId }) ?? null

/** Another user's reward looks like one that does not exist. */
export const findReward = (db: Db, userId: number, token: string): Reward | null =>
  statements(db).ofUser.get({ userId, token }) ?? null

export const rewardById = (db: Db, id: number): Reward | null =>
  db.select().from(rewards).where(eq(rewards.id, id)).get() ?? null

/** A reward is for one box of its owner that can still be changed and arrives by the reward's last day. */
export function rewardRefusal(
  db: Db,
  reward: Reward,
  order: RewardedOrder,
  now: Instant,
  earliest = () => earliestArrival(db, order, now),
): RewardRefusal | null {
  if (order.userId !== reward.userId) return 'reward_unknown'
  const conflict = usedElsewhere(db, reward.id, order.id, now)
  if (conflict) return conflict
  const isLocked = order.placedAt === null && order.lockAt !== null && now >= order.lockAt
  // A cart is only asked for another day. A membership's box comes as planned.
  const arrivalOn = isLocked && order.membershipId === null ? null : order.arrivalOn
  if (arrivalOn === null || arrivalOn > reward.deliverBy) {
    const first = earliest()
    if (first === null || first > reward.deliverBy) return 'reward_over'
    return arrivalOn === null ? null : 'reward_too_late'
  }
  return isLocked ? 'reward_locked' : null
}

/** The amount of an order's reward, before `priceOrder` limits it to the price of the items. */
export function rewardCents(db: Db, { reward }: CarriedReward, order: RewardedOrder, now: Instant): number {
  if (!reward.amountCents) return 0
  return rewardRefusal(db, reward, order, now) ? 0 : reward.amountCents
}

/** The westernmost center's time zone: a reward does not expire while its last day is still today there. */
const LAST_ZONE = 'America/Los_Angeles'

/** The first day an order could arrive: tomorrow while its ZIP is unknown or not served; null when no day is open. */
export function earliestArrival(
  db: Db,
  { id, deliveryPostalCode: zip }: Pick<Order, 'id' | 'deliveryPostalCode'>,
  now: Instant,
): Day | null {
  if (!zip || !deliveryZone(db, zip).served) return addDays(dayIn(LAST_ZONE, now), 1)
  const days = calendarFor(db, { zip, now, exceptOrderId: id, expedited: true })
  return days.find((day) => day.ok)?.date ?? null
}

/** Whether another order has used the reward and was not canceled since, or holds it while being paid. */
function usedElsewhere(db: Db, rewardId: number, orderId: number, now: Instant): RewardRefusal | null {
  const others = statements(db).elsewhere.all({ rewardId, orderId, now })
  if (others.length === 0) return null
  return others.some(({ usedAt }) => usedAt !== null) ? 'reward_used' : 'reward_elsewhere'
}

/** Replaces any other: an order has at most one reward. */
export function setReward(tx: Tx, orderId: number, rewardId: number, offerId: number | null) {
  tx.insert(orderRewards)
    .values({ orderId, rewardId, offerId })
    .onConflictDoUpdate({ target: orderRewards.orderId, set: { rewardId, offerId, heldUntil: null } })
    .run()
}

/** Leaves a reward that the order has alone. */
export const setFreeItem = (tx: Tx, orderId: number, offerId: number) =>
  void tx
    .insert(orderRewards)
    .values({ orderId, offerId })
    .onConflictDoUpdate({
      target: orderRewards.orderId,
      set: { offerId },
      setWhere: sql`${orderRewards.rewardId} is null`,
    })
    .run()

/** Or its free item. */
export const removeRewardFromOrder = (tx: Tx, orderId: number) =>
  void tx.delete(orderRewards).where(eq(orderRewards.orderId, orderId)).run()

/** Call it in the transaction that checked the reward. */
export const holdReward = (tx: DurableTx, orderId: number, heldUntil: Instant) =>
  void statements(tx).hold.run({ orderId, heldUntil })

export const releaseReward = (tx: Tx, orderId: number) => void statements(tx).release.run({ orderId })

/** The condition is the last guard. @throws when another order has used the reward */
export function spendReward(tx: DurableTx, orderId: number, now: Instant) {
  const { changes } = statements(tx).use.run({ orderId, now })
  if (changes !== 1 && rewardOn(tx, orderId))
    throw new Error(`the reward of order ${orderId} was already used`)
}

type Grant = { token: string; userId: number; name: string; amountCents: number; deliverBy: Day }

/** Whether the press that the token names has granted its reward before. */
export const isGranted = (db: Db, token: string): boolean =>
  db.select({ id: rewards.id }).from(rewards).where(eq(rewards.token, token)).get() !== undefined

/** The same token again grants nothing more; null if it granted something else. */
export function grantReward(tx: DurableTx, grant: Grant, actor: Actor, now: Instant): Reward | null {
  const known = tx.select().from(rewards).where(eq(rewards.token, grant.token)).get()
  if (known) {
    const isSame =
      known.userId === grant.userId &&
      known.name === grant.name &&
      known.amountCents === grant.amountCents &&
      known.deliverBy === grant.deliverBy
    return isSame ? known : null
  }
  const reward = tx
    .insert(rewards)
    .values({ ...grant, grantedAt: now })
    .returning()
    .get()
  const { name, amountCents, deliverBy } = grant
  const detail = { name, amount_cents: amountCents, alone_cents: amountCents, deliver_by: deliverBy }
  recordAction(tx, { actor, verb: 'reward.granted', subject: subjectOf(reward), detail, now })
  return reward
}

/** Sets its last day in the past, so that no further box can use it. */
export function endReward(tx: DurableTx, reward: Reward, actor: Actor, now: Instant) {
  const yesterday = addDays(dayIn(LAST_ZONE, now), -1)
  if (reward.deliverBy <= yesterday) return
  tx.update(rewards).set({ deliverBy: yesterday }).where(eq(rewards.id, reward.id)).run()
  const detail = { before: reward.deliverBy, after: yesterday }
  recordAction(tx, { actor, verb: 'reward.ended', subject: subjectOf(reward), detail, now })
}

const subjectOf = ({ id, name }: Reward) => ({ kind: 'reward', token: String(id), label: name })

const placeholder = sql.placeholder

const isSpent = sql`(other.used_at is not null and exists (
  select 1 from orders where orders.id = other.order_id and orders.state not in ('canceled', 'refunded')))`

const statements = oncePerDatabase((db) => ({
  ofOrder: db
    .select({ reward: rewards, giftId: orderRewards.offerId, usedAt: orderRewards.usedAt })
    .from(orderRewards)
    .innerJoin(rewards, eq(rewards.id, orderRewards.rewardId))
    .where(eq(orderRewards.orderId, placeholder('orderId')))
    .prepare(),
  ofUser: db
    .select()
    .from(rewards)
    .where(and(eq(rewards.token, placeholder('token')), eq(rewards.userId, placeholder('userId'))))
    .prepare(),
  elsewhere: db
    .select({ usedAt: orderRewards.usedAt })
    .from(orderRewards)
    .innerJoin(orders, eq(orders.id, orderRewards.orderId))
    .where(
      and(
        eq(orderRewards.rewardId, placeholder('rewardId')),
        sql`${orderRewards.orderId} <> ${placeholder('orderId')}`,
        sql`(${orderRewards.heldUntil} > ${placeholder('now')} or (
          ${orderRewards.usedAt} is not null and ${orders.state} not in ('canceled', 'refunded')))`,
      ),
    )
    .prepare(),
  hold: db
    .update(orderRewards)
    .set({ heldUntil: sql`${placeholder('heldUntil')}` })
    .where(eq(orderRewards.orderId, placeholder('orderId')))
    .prepare(),
  release: db
    .update(orderRewards)
    .set({ heldUntil: null })
    .where(eq(orderRewards.orderId, placeholder('orderId')))
    .prepare(),
  use: db
    .update(orderRewards)
    .set({ usedAt: sql`${placeholder('now')}`, heldUntil: null })
    .where(
      and(
        eq(orderRewards.orderId, placeholder('orderId')),
        sql`not exists (select 1 from order_rewards other where other.reward_id = "order_rewards"."reward_id"
          and other.order_id <> "order_rewards"."order_id" and ${isSpent})`,
      ),
    )
    .prepare(),
}))
