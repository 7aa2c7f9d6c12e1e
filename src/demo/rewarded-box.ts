import { and, eq } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { rewards, users } from '#db/schema/index.ts'
import { addDays, DAY_MS, type Day, type Instant } from '../day.ts'
import { dayIn } from '../delivery/zones.ts'
import { giftsOf } from '../pricing/gifts.ts'
import { setReward, spendReward } from '../pricing/rewards.ts'
import { type Buyer, firstPackLines, openWeekdays } from './boxes.ts'
import { addPlacedBox, recordStockMovements } from './placed-box.ts'
import { MEMBERS_REWARD } from './rewards.ts'

const PLACED_AGO_MS = DAY_MS
const WITHIN_DAYS = 12

/** A box of the member that a later day would cost its reward: every confirmation of a move can be seen on it. */
export function seedRewardedBox(tx: DurableTx, buyer: Buyer, now: Instant) {
  const at = now - PLACED_AGO_MS
  const lines = firstPackLines(tx, ['grass-fed-ground-beef', 'wildflower-honey'], 2)
  const { id, fcId } = addPlacedBox(tx, buyer, lines, { state: 'paid', day: dayFor(tx, buyer, now), at })
  const reward = rewardOf(tx, buyer.email)
  const [gift] = giftsOf(tx, reward.id)
  if (!gift) throw new Error(`${MEMBERS_REWARD.name} has no gift`)
  setReward(tx, id, reward.id, gift.offerId)
  spendReward(tx, id, at)
  recordStockMovements(
    tx,
    { id, fcId },
    [{ offer: { id: gift.offerId }, quantity: 1 }],
    ['received', 'sold'],
    at,
  )
}

/** As late as its reward allows, and some days to spare. */
function dayFor(db: Db, buyer: Buyer, now: Instant) {
  const last = addDays(dayIn('America/Los_Angeles', now), WITHIN_DAYS)
  const day = openWeekdays(db, buyer.address.zip, now).findLast(({ date }: { date: Day }) => date <= last)
  if (!day) throw new Error(`no day is open for ${buyer.address.zip}`)
  return day
}

function rewardOf(db: Db, email: string) {
  const reward = db
    .select({ id: rewards.id })
    .from(rewards)
    .innerJoin(users, eq(users.id, rewards.userId))
    .where(and(eq(users.email, email), eq(rewards.name, MEMBERS_REWARD.name)))
    .get()
  if (!reward) throw new Error(`${email} has no reward "${MEMBERS_REWARD.name}"`)
  return reward
}
