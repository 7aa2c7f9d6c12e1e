/** A price change by this factor is more likely a typo. */
const FAR = 100

export const isFarPrice = (before: number, after: number) => after >= before * FAR || after * FAR <= before

/** As shoppers read it: of a pack, or of a pound. */
export const shownPrice = ({ poundCents, priceCents }: { poundCents: number | null; priceCents: number }) =>
  poundCents ?? priceCents
