import { formatCents } from '#src/money.ts'
import type { CatalogState } from '#src/staff/catalog/list-filters.ts'

export const STATE_WORDS: Record<CatalogState, string> = {
  for_sale: 'For sale',
  hidden: 'Hidden',
  paused: 'Paused',
  sold_out: 'Sold out',
}

/** '$24.90', or '$9.00/lb' where it's sold by weight. */
export const priceWords = ({ priceCents, poundCents }: { priceCents: number; poundCents: number | null }) =>
  poundCents === null ? formatCents(priceCents) : `${formatCents(poundCents)}/lb`
