import type { MonthSplit } from '#src/farm-money/statement-list.ts'
import { formatCents } from '#src/money.ts'

/** The rows add up to what shoppers paid, less refunds. */
export const MonthSplitTable = ({ split }: { split: MonthSplit }) => (
  <section class="sheet month-split" tabindex={0} aria-label="Shares">
    <table class="sheet__table sheet__table--narrow">
      <tbody>
        {rowsOf(split).map(([words, cents]) => (
          <tr>
            <th scope="row">{words}</th>
            <td class="sheet__figure">{formatCents(cents)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" class="sheet__code">
            Paid by shoppers, less refunds
          </th>
          <td class="sheet__figure sheet__code">{formatCents(paidCents(split))}</td>
        </tr>
        <tr>
          <th scope="row">Kept by the payment provider as fees</th>
          <td class="sheet__figure">{formatCents(-split.feesCents)}</td>
        </tr>
        <tr>
          <th scope="row" class="sheet__code">
            Left after fees
          </th>
          <td class="sheet__figure sheet__code">{formatCents(paidCents(split) - split.feesCents)}</td>
        </tr>
      </tfoot>
    </table>
  </section>
)

const paidCents = (split: MonthSplit) => rowsOf(split).reduce((sum, [, cents]) => sum + cents, 0)

const rowsOf = (split: MonthSplit): [words: string, cents: number][] => [
  ['Farms', split.farmsCents],
  ['The shop: commissions and margins', split.shopCents],
  ['Delivery', split.delivery],
  ['Sales tax', split.tax],
  ['Gift cards sold', split.gift_cards],
  ['Promotions, paid by the shop', split.promotions],
  ['Rewards, paid by the shop', split.rewards],
  ['Refunds, paid by the shop', split.given_back],
]
