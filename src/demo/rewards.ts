import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '#db/client.ts'
import { freeItems, offers, rewardGifts, rewards, users, varieties } from '#db/schema/index.ts'
import { addDays, DAY_MS, type Instant } from '../day.ts'
import { dayIn } from '../delivery/zones.ts'
import { random } from '../tokens.ts'

type DemoReward = { name: string; amountCents?: number; gifts?: string[]; days: number }

/** One of each kind, and one that expired unused. The newest comes last. */
const REWARDS: DemoReward[] = [
  { name: 'For a late box last winter', amountCents: 500, days: -9 },
  { name: 'A thank-you for your third box', gifts: ['hot-breakfast-sausage'], days: 21 },
  {
    name: 'Thanksgiving at the farms',
    gifts: ['grass-fed-ground-beef', 'maple-smoked-bacon', 'wildflower-honey'],
    days: 35,
  },
  { name: 'For a year with us', amountCents: 1_000, days: 28 },
]

/** On a box of hers (`rewarded-box.ts`), so the first day that is too late for it is near. */
export const MEMBERS_REWARD: DemoReward = {
  name: 'For telling your neighbors',
  gifts: ['maple-smoked-bacon'],
  days: 14,
}

/** What members choose the free item of each box from. */
const FREE_ITEMS = [
  'maple-smoked-bacon',
  'grass-fed-ground-beef',
  'hot-breakfast-sausage',
  'wildflower-honey',
]

const MEMBER = 'member@example.com'
const HOLDERS = ['shopper@example.com', MEMBER]
const ZONE = 'America/Los_Angeles'

export function seedRewards(tx: Tx, now: Instant) {
  for (const email of HOLDERS) {
    const holder = tx.select({ id: users.id }).from(users).where(eq(users.email, email)).get()
    if (!holder) throw new Error(`${email} has no account`)
    const held = email === MEMBER ? [MEMBERS_REWARD, ...REWARDS] : REWARDS
    for (const [index, reward] of held.entries())
      addReward(tx, holder.id, reward, now - (held.length - index) * DAY_MS, now)
  }
}

export function seedFreeItems(tx: Tx) {
  for (const [position, slug] of FREE_ITEMS.entries())
    tx.insert(freeItems)
      .values({ offerId: smallestPack(tx, slug), position })
      .run()
}

function addReward(
  tx: Tx,
  userId: number,
  { name, amountCents, gifts = [], days }: DemoReward,
  grantedAt: Instant,
  now: Instant,
) {
  const deliverBy = addDays(dayIn(ZONE, now), days)
  const { id: rewardId } = tx
    .insert(rewards)
    .values({ token: random.token(), userId, name, amountCents, deliverBy, grantedAt })
    .returning({ id: rewards.id })
    .get()
  for (const [position, slug] of gifts.entries())
    tx.insert(rewardGifts)
      .values({ rewardId, offerId: smallestPack(tx, slug), position })
      .run()
}

function smallestPack(db: Db, slug: string): number {
  const offer = db
    .select({ id: offers.id })
    .from(offers)
    .innerJoin(varieties, eq(varieties.id, offers.varietyId))
    .where(and(eq(varieties.slug, slug), eq(offers.position, 0)))
    .get()
  if (!offer) throw new Error(`no pack of ${slug}`)
  return offer.id
}
