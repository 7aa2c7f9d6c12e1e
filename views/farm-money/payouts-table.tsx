import type { Child } from 'hono/jsx'
import type { FarmPayout } from '#db/schema/index.ts'
import { formatCents } from '#src/money.ts'
import { dayWords } from './statement-parts.tsx'

type PayoutsTableProps = {
  payouts: FarmPayout[]
  /** What can be done with a payout that stands. */
  action?: (payout: FarmPayout) => Child
}

/** Nothing is ever removed: a payout that was taken back stays, and so does the row that did it. */
export const PayoutsTable = ({ payouts, action }: PayoutsTableProps) => (
  <section class="sheet" tabindex={0} aria-label="Payouts">
    <table class="sheet__table sheet__table--cards sheet__table--narrow">
      <thead>
        <tr>
          <th scope="col">Reference</th>
          <th scope="col">Paid on</th>
          <th scope="col" class="sheet__figure">
            Amount
          </th>
          {action && (
            <th scope="col">
              <span class="visually-hidden">Correct</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {payouts.map((payout) => (
          <tr>
            <th scope="row" class="sheet__reason">
              {payout.correctsId === null ? payout.reference : `Takes back ${payout.reference}`}
            </th>
            <td data-label="Paid on">{dayWords(payout.paidOn)}</td>
            <td class="sheet__figure" data-label="Amount">
              {formatCents(payout.cents)}
            </td>
            {action && <td class="sheet__reason">{stands(payout, payouts) && action(payout)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const stands = ({ id, correctsId }: FarmPayout, all: FarmPayout[]): boolean =>
  correctsId === null && !all.some((other) => other.correctsId === id)
