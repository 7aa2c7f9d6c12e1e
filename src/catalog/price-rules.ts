/** A price change by this factor is more likely a typo. */
const FAR = 100

/** Of one unit; the heaviest where it is sold by weight. */
export const MAX_PRICE_CENTS = 1_000_000

export const isFarPrice = (before: number, after: number) => after >= before * FAR || after * FAR <= before

/** As shoppers read it: of a pack, or of a pound. */
export const shownPrice = ({ poundCents, priceCents }: { poundCents: number | null; priceCents: number }) =>
  poundCents ?? priceCents
