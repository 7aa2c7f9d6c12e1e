import { formatCents } from '#src/money.ts'
import type { Returned } from '#src/orders/returned-money.ts'
import type { Totals } from '#src/pricing/total.ts'

export type SumRow = [name: string, value: string]

type OrderSumsProps = {
  totals: Totals
  totalName: string
  addressKnown?: boolean
  /** Without an address, in the words of who reads it. */
  unknown?: string
  /** Of a placed order. */
  returned?: Returned
  /** What went back, in the words of who reads it. */
  returnedRows?: (returned: Returned, totals: Totals) => SumRow[]
  /** The gift cards pay for the boxes of a corporate gift. */
  areForBoxes?: boolean
}

/** Every line that makes up the total (PRC-1), and what went back of it. */
export const OrderSums = ({
  totals,
  totalName,
  addressKnown,
  unknown,
  returned,
  returnedRows = toShopper,
  areForBoxes,
}: OrderSumsProps) => (
  <SumList
    rows={
      areForBoxes
        ? [['Gift boxes', formatCents(totals.boughtCardsCents)]]
        : sumRows(totals, addressKnown, unknown)
    }
    totalName={totalName}
    totalCents={totals.totalCents}
    after={returned && returnedRows(returned, totals)}
  />
)

/** What went back, for the shopper. */
export const toShopper = ({ cardCents, giftCents, releasedCents = 0 }: Returned): SumRow[] => [
  ...(releasedCents > 0 ? [['Released by your bank', formatCents(-releasedCents)] satisfies SumRow] : []),
  ...(cardCents > releasedCents
    ? [['Back to your card', formatCents(releasedCents - cardCents)] satisfies SumRow]
    : []),
  ...(giftCents > 0
    ? [['Back to your gift card or store credit', formatCents(-giftCents)] satisfies SumRow]
    : []),
]

type SumListProps = { rows: SumRow[]; totalName: string; totalCents: number; after?: SumRow[] | undefined }

export const SumList = ({ rows, totalName, totalCents, after = [] }: SumListProps) => (
  <dl class="sums">
    <SumRows rows={rows} />
    <div class="sums__row sums__row--total">
      <dt>{totalName}</dt>
      <dd>{formatCents(totalCents)}</dd>
    </div>
    <SumRows rows={after} />
  </dl>
)

const SumRows = ({ rows }: { rows: SumRow[] }) => (
  <>
    {rows.map(([name, value]) => (
      <div class="sums__row">
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </>
)

/** Pages and emails share these rows. */
export function sumRows(totals: Totals, addressKnown = true, unknown = 'Needs your address'): SumRow[] {
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
