import { formatCents, perPoundCents } from '#src/money.ts'

export const Price = ({ cents, weightGrams }: { cents: number; weightGrams: number }) => (
  <p class="price">
    <span class="price__pack">{formatCents(cents)}</span>
    <span class="price__pound">{formatCents(perPoundCents(cents, weightGrams))} / lb</span>
  </p>
)
