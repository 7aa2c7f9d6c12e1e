import type { PromotionRefusal } from './promotions.ts'

/** Why a promotion does not hold for this order, in words. */
export function promotionSentence(reason: PromotionRefusal, code: string): string {
  switch (reason) {
    case 'promotion_not_started':
      return `${code} is not valid yet.`
    case 'promotion_expired':
      return `Sorry, ${code} has expired.`
    case 'promotion_used_up':
      return `Sorry, ${code} has already been used.`
    case 'promotion_first_order_only':
      return `${code} is for a first order.`
    case 'promotion_members_only':
      return `${code} is for members.`
    case 'promotion_below_minimum':
      return `Your box is below the minimum for ${code}.`
  }
}
