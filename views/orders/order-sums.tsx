import { formatCents } from '#src/money.ts'
import type { Totals } from '#src/pricing/total.ts'

type OrderSumsProps = {
  totals: Totals
  totalName: string
  addressKnown?: boolean
}

/** Every line that makes up the total (PRC-1). */
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

/** Pages and mails share these rows. */
export function sumRows(totals: Totals, addressKnown = true): [name: string, value: string][] {
  const deduction = (name: string, cents: number): [string, string][] =>
    cents > 0 ? [[name, formatCents(-cents)]] : []
  const unknown = 'Needs your address'
  return [
    ['Items', formatCents(totals.itemsCents)],
    ...deduction('Promotion', totals.promotionsCents),
    ...deduction('Reward', totals.rewardsCents),
    [
      'Delivery',
      addressKnown ? (totals.shippingCents === 0 ? 'Free' : formatCents(totals.shippingCents)) : unknown,
    ],
    ['Sales tax', addressKnown ? formatCents(totals.taxCents) : unknown],
    ...deduction('Gift card', totals.giftCents),
  ]
}
