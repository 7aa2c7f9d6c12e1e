import { eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import {
  type BoughtGiftCard,
  boughtGiftCards,
  giftCards,
  orderGiftCards,
  orderPromotions,
  orderRewards,
  orders,
  type Promotion,
} from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { boughtCardsOf } from './bought-cards.ts'
import { type UsableCard, usableCards } from './gift-cards.ts'
import { type Gift, giftOn } from './gifts.ts'
import { promotionOf } from './promotions.ts'
import { type CarriedReward, rewardOn } from './rewards.ts'

/** What an order has besides its lines, whether or not it still applies. */
export type Extras = {
  promotion: Promotion | null
  reward: CarriedReward | null
  /** Chosen from the reward's gifts, or a membership's free item. */
  gift: Gift | null
  giftCards: UsableCard[]
  /** Gift cards that it buys. */
  boughtCards: BoughtGiftCard[]
}

/** Of an order that sends no box, what only a box can carry is left out. */
export const withoutBox = (extras: Extras): Extras => ({
  ...extras,
  promotion: null,
  reward: null,
  gift: null,
})

/** Most orders have none, which takes one statement. */
export function extrasOf(db: Db, orderId: number, now: Instant): Extras {
  const has = statement(db).get({ orderId })
  const reward = has?.reward ? rewardOn(db, orderId) : null
  return {
    promotion: has?.promotion ? promotionOf(db, orderId) : null,
    reward,
    gift: has?.gift ? giftOn(db, orderId) : null,
    giftCards: has?.giftCard ? usableCards(db, orderId, now) : [],
    boughtCards: has?.boughtCard ? boughtCardsOf(db, orderId) : [],
  }
}

const statement = oncePerDatabase((db) =>
  db
    .select({
      promotion: sql<number>`exists (select 1 from ${orderPromotions} where order_id = orders.id)`,
      reward: sql<number>`exists (select 1 from ${orderRewards} where order_id = orders.id)`,
      gift: sql<number>`exists (select 1 from ${orderRewards} where order_id = orders.id and offer_id is not null)`,
      giftCard: sql<number>`exists (select 1 from ${orderGiftCards} where order_id = orders.id)
        or exists (select 1 from ${giftCards} where user_id = orders.user_id and balance_cents > 0)`,
      boughtCard: sql<number>`exists (select 1 from ${boughtGiftCards} where order_id = orders.id)`,
    })
    .from(orders)
    .where(eq(orders.id, sql.placeholder('orderId')))
    .prepare(),
)
