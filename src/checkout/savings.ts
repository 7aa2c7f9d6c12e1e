import type { Promotion } from '#db/schema/index.ts'
import { termsOf } from '../pricing/promotions.ts'
import { type PriceFacts, type PromotionTerms, priceOrder } from '../pricing/total.ts'

/** What two promotions take off one order, in cents. */
export type Savings = { standing: number; entered: number }

/** Null while what delivery costs is not known, and with it what free delivery is worth. */
export function savings(facts: PriceFacts, standing: Promotion, entered: Promotion): Savings | null {
  const isDelivery = [standing, entered].some(({ kind }) => kind === 'free_shipping')
  if (isDelivery && facts.shippingCents === null) return null
  const plainCents = dueCents(facts, null)
  return {
    standing: plainCents - dueCents(facts, termsOf(standing)),
    entered: plainCents - dueCents(facts, termsOf(entered)),
  }
}

/** Gift cards aside: they pay whatever is due. */
const dueCents = (facts: PriceFacts, promotion: PromotionTerms | null) =>
  priceOrder({ ...facts, promotion, giftBalanceCents: 0 }).totalCents
