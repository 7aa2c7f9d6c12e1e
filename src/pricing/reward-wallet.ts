import { desc, eq, type SQL, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { type Order, orders, type Reward, rewards } from '#db/schema/index.ts'
import type { Day, Instant } from '../day.ts'
import { deliveryZone } from '../delivery/calendar-facts.ts'
import { availableOf, type Wanted } from '../stock/stock.ts'
import { type Gift, giftsOf } from './gifts.ts'
import { type RewardProblem, rewardSentence, rewardWords } from './reward-sentences.ts'
import { earliestArrival, type RewardedOrder, rewardOn, rewardRefusal } from './rewards.ts'

/** One of a reward's gifts, as it can be picked. */
export type GiftChoice = Pick<Gift, 'token' | 'name' | 'label' | 'farm'> & {
  picture: string | null
  isThere: boolean
  isChosen: boolean
}

/** A reward as its owner sees it. */
export type WalletReward = {
  token: string
  name: string
  /** What it gives. */
  words: string
  deliverBy: Day
  state: 'ready' | 'on_box' | 'used' | 'over'
  /** Why it does not serve the box at hand. */
  problem: string | null
  gifts: GiftChoice[]
  /** The order it went with. */
  usedFor: { token: string; identifier: string } | null
}

/** Nobody is given more, and a list is bounded (GND-10). */
const SHOWN = 100

/** Whose rewards, and the open box at hand with what is in it. */
export type Holder = { userId: number; order: Order | null; items: Wanted[]; postalCode: string | null }

/** Somebody's rewards, the newest first, as they stand for the box at hand. */
export function walletOf(db: Db, holder: Holder, now: Instant): WalletReward[] {
  const box = holder.order ?? noBoxYet(holder)
  const carried = rewardOn(db, box.id)
  const earliest = once(() => earliestArrival(db, box, now))
  return statements(db)
    .ofUser.all({ userId: holder.userId, limit: SHOWN })
    .map(({ reward, usedGiftId, ...row }) => {
      const isOnBox = carried?.reward.id === reward.id
      const usedFor = isOnBox ? null : row.usedFor // one that this box wants too says so there
      const chosenId = isOnBox ? carried.giftId : usedFor && usedGiftId
      const shelf = { gifts: giftsOf(db, reward.id), isOnBox, chosenId }
      const refusal = usedFor ? null : rewardRefusal(db, reward, box, now, earliest)
      return toWalletReward(reward, { usedFor, box, refusal, ...shelf }, giftChoices(db, holder, shelf, now))
    })
}

type Standing = Shelf & {
  usedFor: WalletReward['usedFor']
  box: RewardedOrder
  refusal: RewardProblem | null
}

function toWalletReward(reward: Reward, standing: Standing, gifts: GiftChoice[]): WalletReward {
  const { usedFor, box, refusal, isOnBox, chosenId } = standing
  const picked = standing.gifts.find(({ offerId }) => offerId === chosenId)
  const isGone = isOnBox && gifts.some(({ isChosen, isThere }) => isChosen && !isThere)
  const problem = refusal ?? (isGone ? 'gift_sold_out' : null)
  const { token, name, deliverBy } = reward
  return {
    token,
    name,
    words: rewardWords(reward, picked ? [picked] : standing.gifts),
    deliverBy,
    state: usedFor ? 'used' : isOnBox ? 'on_box' : refusal === 'reward_over' ? 'over' : 'ready',
    problem:
      problem && rewardSentence(problem, { deliverBy, arrivalOn: box.arrivalOn, gift: picked ?? null }),
    gifts,
    usedFor,
  }
}

type Shelf = { gifts: Gift[]; isOnBox: boolean; chosenId: number | null }

/** By the shelves of the center that packs for the box, or of the best-stocked one while nobody knows which. */
function giftChoices(
  db: Db,
  { order, items, postalCode }: Holder,
  { gifts, chosenId }: Shelf,
  now: Instant,
): GiftChoice[] {
  const zone = postalCode ? deliveryZone(db, postalCode) : null
  const fcId = order?.fcId ?? (zone?.served ? zone.fc.id : null)
  const ids = gifts.map(({ offerId }) => offerId)
  const left = availableOf(db, ids, fcId, now, order?.id)
  const bought = new Map(items.map(({ offerId, quantity }) => [offerId, quantity]))
  return gifts.map(({ offerId, token, name, label, farm, pictures, hidden }) => ({
    token,
    name,
    label,
    farm,
    picture: pictures[0] ?? null,
    isThere: !hidden && (left.get(offerId) ?? 0) > (bought.get(offerId) ?? 0),
    isChosen: offerId === chosenId,
  }))
}

const noBoxYet = ({ userId, postalCode }: Holder): RewardedOrder => ({
  id: 0,
  userId,
  arrivalOn: null,
  lockAt: null,
  placedAt: null,
  deliveryPostalCode: postalCode,
})

function once<T>(find: () => T): () => T {
  let found: { value: T } | null = null
  return () => {
    found ??= { value: find() }
    return found.value
  }
}

const used = (column: SQL) => sql`(
  select ${column} from order_rewards used join orders paid on paid.id = used.order_id
  where used.reward_id = "rewards"."id" and used.used_at is not null
    and paid.state not in ('canceled', 'refunded') limit 1)`

const statements = oncePerDatabase((db) => ({
  ofUser: db
    .select({
      reward: rewards,
      usedFor: { token: orders.token, identifier: orders.identifier },
      usedGiftId: used(sql`used.offer_id`) as SQL<number | null>,
    })
    .from(rewards)
    .leftJoin(orders, eq(orders.id, used(sql`paid.id`)))
    .where(eq(rewards.userId, sql.placeholder('userId')))
    .orderBy(desc(rewards.grantedAt), desc(rewards.id))
    .limit(sql.placeholder('limit'))
    .prepare(),
}))
