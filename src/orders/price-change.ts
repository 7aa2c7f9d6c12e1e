import { formatCents } from '../money.ts'
import { looseUnits } from '../pricing/total.ts'

/** Of one unit, and of a pound of what is sold by weight: `seen…` are the prices that the shopper last saw. */
type Prices = Record<'priceCents' | 'seenPriceCents', number> &
  Record<'poundCents' | 'seenPoundCents', number | null>

/** A bundle's price stays, whatever becomes of those of its items. */
export const hasNewPrice = (item: Prices & { quantity: number; bundledQuantity: number }) =>
  looseUnits(item) > 0 && (item.priceCents !== item.seenPriceCents || item.poundCents !== item.seenPoundCents)

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
