import { formatCents, shownPoundCents } from '#src/money.ts'

export type Priced = { priceCents: number; weightGrams: number; poundCents: number | null }

export const Price = ({ offer }: { offer: Priced }) => (
  <p class="price">
    {offer.poundCents === null ? (
      <>
        <span class="price__pack">{formatCents(offer.priceCents)}</span>
        <span class="price__pound">{formatCents(shownPoundCents(offer))} / lb</span>
      </>
    ) : (
      <>
        <span class="price__pack">{formatCents(offer.poundCents)} / lb</span>
        <span class="price__pound">at most {formatCents(offer.priceCents)}</span>
      </>
    )}
  </p>
)
