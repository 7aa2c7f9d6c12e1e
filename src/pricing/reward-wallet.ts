import { desc, eq, type SQL, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { type Order, orders, type Reward, rewards } from '#db/schema/index.ts'
import type { Day, Instant } from '../day.ts'
import { deliveryZone } from '../delivery/calendar-facts.ts'
import { availableByOffer, type UnitRequest } from '../stock/stock.ts'
import { type Gift, giftsOf } from './gifts.ts'
import { type RewardProblem, rewardSentence, rewardWords } from './reward-sentences.ts'
import { earliestArrival, type RewardedOrder, rewardOn, rewardRefusal } from './rewards.ts'

export type GiftChoice = Pick<Gift, 'token' | 'name' | 'label' | 'farm'> & {
  picture: string | null
  isAvailable: boolean
  isChosen: boolean
}

export type WalletReward = {
  token: string
  name: string
  words: string
  deliverBy: Day
  state: 'ready' | 'on_box' | 'used' | 'over'
  problem: string | null
  gifts: GiftChoice[]
  usedFor: { token: string; identifier: string } | null
}

/** Every list is bounded (GND-10). */
const MAX_REWARDS = 100

export type Holder = { userId: number; order: Order | null; items: UnitRequest[]; postalCode: string | null }

export function walletOf(db: Db, holder: Holder, now: Instant): WalletReward[] {
  const box = holder.order ?? emptyBox(holder)
  const carried = rewardOn(db, box.id)
  const earliest = once(() => earliestArrival(db, box, now))
  return statements(db)
    .ofUser.all({ userId: holder.userId, limit: MAX_REWARDS })
    .map(({ reward, usedGiftId, ...row }) => {
      const isOnBox = carried?.reward.id === reward.id
      const usedFor = isOnBox ? null : row.usedFor // on this box, `problem` says that it was used
      const chosenId = isOnBox ? carried.giftId : usedFor && usedGiftId
      const selection = { gifts: giftsOf(db, reward.id), isOnBox, chosenId }
      const refusal = usedFor ? null : rewardRefusal(db, reward, box, now, earliest)
      return toWalletReward(
        reward,
        { usedFor, box, refusal, ...selection },
        giftChoices(db, holder, selection, now),
      )
    })
}

type RewardStatus = GiftSelection & {
  usedFor: WalletReward['usedFor']
  box: RewardedOrder
  refusal: RewardProblem | null
}

function toWalletReward(reward: Reward, status: RewardStatus, gifts: GiftChoice[]): WalletReward {
  const { usedFor, box, refusal, isOnBox, chosenId } = status
  const chosen = status.gifts.find(({ offerId }) => offerId === chosenId)
  const isSoldOut = isOnBox && gifts.some(({ isChosen, isAvailable }) => isChosen && !isAvailable)
  const problem = refusal ?? (isSoldOut ? 'gift_sold_out' : null)
  const { token, name, deliverBy } = reward
  return {
    token,
    name,
    words: rewardWords(reward, chosen ? [chosen] : status.gifts),
    deliverBy,
    state: usedFor ? 'used' : isOnBox ? 'on_box' : refusal === 'reward_over' ? 'over' : 'ready',
    problem:
      problem && rewardSentence(problem, { deliverBy, arrivalOn: box.arrivalOn, gift: chosen ?? null }),
    gifts,
    usedFor,
  }
}

type GiftSelection = { gifts: Gift[]; isOnBox: boolean; chosenId: number | null }

/** In the center that packs the box, or in the best-stocked one while there is no ZIP. */
function giftChoices(
  db: Db,
  { order, items, postalCode }: Holder,
  { gifts, chosenId }: GiftSelection,
  now: Instant,
): GiftChoice[] {
  const zone = postalCode ? deliveryZone(db, postalCode) : null
  const fcId = order?.fcId ?? (zone?.served ? zone.fc.id : null)
  const ids = gifts.map(({ offerId }) => offerId)
  const available = availableByOffer(db, ids, fcId, now, order?.id)
  const bought = new Map(items.map(({ offerId, quantity }) => [offerId, quantity]))
  return gifts.map(({ offerId, token, name, label, farm, pictures, hidden }) => ({
    token,
    name,
    label,
    farm,
    picture: pictures[0] ?? null,
    isAvailable: !hidden && (available.get(offerId) ?? 0) > (bought.get(offerId) ?? 0),
    isChosen: offerId === chosenId,
  }))
}

const emptyBox = ({ userId, postalCode }: Holder): RewardedOrder => ({
  id: 0,
  userId,
  arrivalOn: null,
  lockAt: null,
  placedAt: null,
  membershipId: null,
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
