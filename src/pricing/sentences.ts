import type { Promotion } from '#db/schema/index.ts'
import { formatCents, shortCents } from '../money.ts'
import type { PromotionRefusal } from './promotions.ts'

export const belowMinimumSentence = (itemsCents: number, minimumCents: number) =>
  `Add ${formatCents(minimumCents - itemsCents)} more to reach our ${shortCents(minimumCents)} minimum.`

/** Follows 'free on'. */
export const ordersFrom = (cents: number) =>
  cents === 0 ? 'every order' : `orders of ${formatCents(cents)} or more`

/** Follows 'free delivery'. */
export const fromAmount = (cents: number) => (cents === 0 ? '' : ` from ${formatCents(cents)}`)

export function promotionSentence(reason: PromotionRefusal, code: string, freeItem: string | null): string {
  switch (reason) {
    case 'promotion_not_started':
      return `${code} isn't valid yet.`
    case 'promotion_expired':
      return `Sorry, ${code} has expired.`
    case 'promotion_used_up':
      return `Sorry, ${code} has already been used.`
    case 'promotion_used_by_customer':
      return `You've used ${code} as often as it can be.`
    case 'promotion_first_order_only':
      return `${code} is for first orders only.`
    case 'promotion_members_only':
      return `${code} is for members only.`
    case 'promotion_below_minimum':
      return `Your box is below the minimum for ${code}.`
    case 'referral_own':
      return "That's your own link: it's for a friend's first box."
    case 'referral_household':
      return `${code} is for friends of another household.`
    case 'referral_customer':
      return `${code} is for new customers' first boxes.`
    case 'referral_limit':
      return `Sorry, ${code} has been used as often as it can be this year.`
    case 'promotion_item_missing':
      return `${code} makes ${freeItem ?? 'an item'} free, but it isn't in your box yet.`
  }
}

/** '20% off your first order' */
export function promotionDescription({ firstOrderOnly, minimumCents, ...promotion }: Promotion): string {
  const order = firstOrderOnly ? 'your first order' : 'your order'
  const minimum = minimumCents > 0 ? ` of ${formatCents(minimumCents)} or more` : ''
  return `${worthOf(promotion)} ${order}${minimum}`
}

function worthOf({
  kind,
  percent,
  amountCents,
}: Pick<Promotion, 'kind' | 'percent' | 'amountCents'>): string {
  switch (kind) {
    case 'percent':
      return `${percent ?? 0}% off`
    case 'amount':
      return `${formatCents(amountCents ?? 0)} off`
    case 'free_item':
      return 'a free item with'
    case 'free_shipping':
      return 'free delivery on'
  }
}
