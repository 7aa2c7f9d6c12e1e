import { formatCents } from '#src/money.ts'
import type { ShelfItem } from '#src/vendor/shelf.ts'

type Priced = Pick<ShelfItem, 'priceCents' | 'poundCents' | 'proposedCents'>

const perUnit = ({ poundCents }: Priced, cents: number) =>
  poundCents === null ? formatCents(cents) : `${formatCents(cents)} a pound`

/** What a farm asks for a pack, or for a pound. */
export const farmPrice = (item: Priced): string => perUnit(item, item.poundCents ?? item.priceCents)

/** Follows the price. */
export const proposedPrice = (item: Priced): string =>
  item.proposedCents === null ? '' : `, ${perUnit(item, item.proposedCents)} proposed`
