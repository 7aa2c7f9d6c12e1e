import { formatCents } from '#src/money.ts'
import type { Totals } from '#src/pricing/total.ts'

type SumRow = [name: string, value: string]

type OrderSumsProps = {
  totals: Totals
  totalName: string
  addressKnown?: boolean
}

/** Every line that makes up the total (PRC-1). */
export const OrderSums = ({ totals, totalName, addressKnown }: OrderSumsProps) => (
  <SumList rows={sumRows(totals, addressKnown)} totalName={totalName} totalCents={totals.totalCents} />
)

type SumListProps = { rows: SumRow[]; totalName: string; totalCents: number }

export const SumList = ({ rows, totalName, totalCents }: SumListProps) => (
  <dl class="sums">
    {rows.map(([name, value]) => (
      <div class="sums__row">
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
    <div class="sums__row sums__row--total">
      <dt>{totalName}</dt>
      <dd>{formatCents(totalCents)}</dd>
    </div>
  </dl>
)

/** Pages and emails share these rows. */
export function sumRows(totals: Totals, addressKnown = true): SumRow[] {
  const unknown = 'Needs your address'
  return rowsAround(totals, {
    delivery: addressKnown ? deliveryValue(totals.shippingCents) : unknown,
    tax: addressKnown ? formatCents(totals.taxCents) : unknown,
  })
}

/** `shown`: what an open order can't know for certain yet. */
export function rowsAround(totals: Totals, shown: { delivery: string; tax: string }): SumRow[] {
  const deduction = (name: string, cents: number): SumRow[] =>
    cents > 0 ? [[name, formatCents(-cents)]] : []
  const { boughtCardsCents } = totals
  const bought: SumRow[] = boughtCardsCents > 0 ? [['Gift cards you buy', formatCents(boughtCardsCents)]] : []
  if (bought.length > 0 && totals.itemsCents === 0) return bought // no box, no delivery, no tax
  return [
    ['Items', formatCents(totals.itemsCents)],
    ...deduction('Promotion', totals.promotionsCents),
    ...deduction('Reward', totals.rewardsCents),
    ['Delivery', shown.delivery],
    ['Sales tax', shown.tax],
    ...bought,
    ...deduction('Gift card', totals.giftCents - totals.creditCents),
    ...deduction('Store credit', totals.creditCents),
  ]
}

export const deliveryValue = (cents: number): string => (cents === 0 ? 'Free' : formatCents(cents))
