import type { Db } from '#db/client.ts'
import type { Order, Promotion } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { formatCents } from '../money.ts'
import { sha256 } from '../tokens.ts'
import type { Extras } from './extras.ts'
import { promotedOrder } from './facts.ts'
import type { UsableCard } from './gift-cards.ts'
import { freeItemOf, promotionRefusal } from './promotions.ts'
import { promotionDescription, promotionSentence } from './sentences.ts'
import type { PricedItem } from './total.ts'

export type EnteredCode = {
  /** Identifies the code when it is removed; null for store credit, which always pays. */
  mark: string | null
  name: string
  words: string
  problem: string | null
}

type Entered = Pick<Extras, 'promotion' | 'giftCards'>

export function enteredCodes(
  db: Db,
  order: Order,
  items: PricedItem[],
  { promotion, giftCards }: Entered,
  now: Instant,
): EnteredCode[] {
  return [...enteredPromotion(db, order, items, promotion, now), ...enteredCards(order, giftCards)]
}

function enteredPromotion(
  db: Db,
  order: Order,
  items: PricedItem[],
  promotion: Promotion | null,
  now: Instant,
): EnteredCode[] {
  if (!promotion) return []
  const { code } = promotion
  const reason = promotionRefusal(db, promotion, promotedOrder(db, order, items), now)
  const problem = reason && promotionSentence(reason, code, freeItemOf(db, promotion))
  return [{ mark: code, name: code, words: promotionDescription(promotion), problem }]
}

const enteredCards = (order: Order, giftCards: UsableCard[]): EnteredCode[] =>
  giftCards
    .filter(({ isStoreCredit, availableCents }) => !isStoreCredit || availableCents > 0)
    .map(({ giftCardId, isStoreCredit, availableCents }) => ({
      mark: isStoreCredit ? null : giftCardMark(order, giftCardId),
      name: isStoreCredit ? 'Store credit' : 'Gift card',
      words: `${formatCents(availableCents)} available`,
      problem: availableCents > 0 ? null : 'This card has no balance left, or another order is using it.',
    }))

/** Identifies a gift card within one order only, without revealing its code or id. */
export const giftCardMark = (order: Order, giftCardId: number) =>
  sha256(`card:${order.token}:${giftCardId}`).slice(0, 16)
