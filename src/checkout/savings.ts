import type { Promotion } from '#db/schema/index.ts'
import { termsOf } from '../pricing/promotions.ts'
import { type PriceFacts, type PromotionTerms, priceOrder } from '../pricing/total.ts'

/** What each of two promotions saves on one order, in cents. */
export type Savings = { current: number; entered: number }

/** Null while the price of delivery, and so the value of free delivery, is unknown. */
export function savings(facts: PriceFacts, current: Promotion, entered: Promotion): Savings | null {
  const isDelivery = [current, entered].some(({ kind }) => kind === 'free_shipping')
  if (isDelivery && facts.shipping === null) return null
  const fullCents = dueCents(facts, null)
  return {
    current: fullCents - dueCents(facts, termsOf(current)),
    entered: fullCents - dueCents(facts, termsOf(entered)),
  }
}

/** Leaves out gift cards, which pay whatever is due. */
const dueCents = (facts: PriceFacts, promotion: PromotionTerms | null) =>
  priceOrder({ ...facts, promotion, giftBalanceCents: 0 }).totalCents
