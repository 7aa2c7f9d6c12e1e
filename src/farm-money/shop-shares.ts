import { SHOP_ACCOUNTS, type ShopAccount } from '#db/schema/index.ts'
import { boxCents, returnedBeforeCents } from '../pricing/placed-price.ts'
import type { OrderFacts } from './order-facts.ts'

export type ShopShares = Record<ShopAccount, number>

/**
 * What an order's money is besides its packs, so that both together are what it holds: by card, less what is still to
 * be refunded, and by gift cards and store credit. The shop pays for promotions, rewards and goodwill.
 */
export function shopSharesOf(order: OrderFacts): ShopShares {
  const { spentCents, keptCents, cardsKeptCents } = order
  const kept = { ...NO_SHARES, gift_cards: cardsKeptCents }
  if (order.isTakenBack) return { ...kept, given_back: keptCents + spentCents }
  const shares = {
    ...kept,
    promotions: 0 - (order.promotionsCents ?? 0),
    rewards: 0 - (order.rewardsCents ?? 0),
    delivery: order.shippingCents ?? 0,
  }
  // Paid back in full after it left, which gives its tax back too.
  if (order.state === 'refunded') return { ...shares, given_back: keptCents + spentCents - boxCents(order) }
  return { ...shares, tax: order.taxCents ?? 0, given_back: goodwillCents(order) }
}

const NO_SHARES = Object.fromEntries(SHOP_ACCOUNTS.map((account) => [account, 0])) as ShopShares

function goodwillCents(order: OrderFacts): number {
  const { returnedCents, keptCents, giftCents, spentCents, boughtCardsCents, cardsKeptCents } = order
  const byCard = keptCents - returnedCents
  const byGiftCard = spentCents - (giftCents ?? 0)
  const ofEndedCards = (boughtCardsCents ?? 0) - cardsKeptCents
  const boxGoodwill = byCard + byGiftCard
  // A lower price takes its part of what had gone back as goodwill before.
  return boxGoodwill + Math.max(0, Math.min(returnedBeforeCents(order), -boxGoodwill)) + ofEndedCards
}
