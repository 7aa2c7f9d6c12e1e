import { formatCents } from '../money.ts'

/** Of one unit, and of a pound of what is sold by weight: `seen…` are the prices that the shopper last saw. */
type Prices = Record<'priceCents' | 'seenPriceCents', number> &
  Record<'poundCents' | 'seenPoundCents', number | null>

export const hasNewPrice = (item: Prices) =>
  item.priceCents !== item.seenPriceCents || item.poundCents !== item.seenPoundCents

/** Before and now; by the pound if only that changed. */
export const shownPrices = ({
  seenPriceCents,
  priceCents,
  seenPoundCents,
  poundCents,
}: Prices): [string, string] =>
  priceCents === seenPriceCents && seenPoundCents !== null && poundCents !== null
    ? [`${formatCents(seenPoundCents)} / lb`, `${formatCents(poundCents)} / lb`]
    : [formatCents(seenPriceCents), formatCents(priceCents)]
