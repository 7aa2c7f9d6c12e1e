import { formatCents } from '#src/money.ts'
import type { Totals } from '#src/pricing/total.ts'

type OrderSumsProps = {
  totals: Totals
  /** What the last row is called. */
  totalName: string
  /** Delivery and tax depend on where the box goes. */
  addressKnown?: boolean
}

/** How a total comes about, every line of it (PRC-1). */
export function OrderSums({ totals, totalName, addressKnown = true }: OrderSumsProps) {
  return (
    <dl class="sums">
      {sumRows(totals, addressKnown).map(([name, value]) => (
        <div class="sums__row">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div class="sums__row sums__row--total">
        <dt>{totalName}</dt>
        <dd>{formatCents(totals.totalCents)}</dd>
      </div>
    </dl>
  )
}

/** The rows above the total, in words: pages and mails show the same. */
export function sumRows(totals: Totals, addressKnown = true): [name: string, value: string][] {
  const less = (name: string, cents: number): [string, string][] =>
    cents > 0 ? [[name, formatCents(-cents)]] : []
  const later = 'Needs your address'
  return [
    ['Items', formatCents(totals.itemsCents)],
    ...less('Promotion', totals.promotionsCents),
    ...less('Reward', totals.rewardsCents),
    [
      'Delivery',
      addressKnown ? (totals.shippingCents === 0 ? 'Free' : formatCents(totals.shippingCents)) : later,
    ],
    ['Sales tax', addressKnown ? formatCents(totals.taxCents) : later],
    ...less('Gift card', totals.giftCents),
  ]
}
