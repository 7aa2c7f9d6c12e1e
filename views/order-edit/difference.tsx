import { formatCents } from '#src/money.ts'

type DifferenceProps = { rows: [name: string, value: string][]; differenceCents: number; heldCents?: number }

/** Paid so far, the new total, and in large figures what that means for the shopper. */
export const Difference = ({ rows, differenceCents, heldCents = 0 }: DifferenceProps) => (
  <dl class="difference">
    {rows.map(([name, value]) => (
      <div class="difference__row">
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
    <div class="difference__row difference__row--total">
      <dt>{totalName(differenceCents, heldCents)}</dt>
      <dd class={differenceCents < 0 ? 'difference__down' : undefined}>
        {formatCents(Math.abs(differenceCents))}
      </dd>
    </div>
  </dl>
)

function totalName(cents: number, heldCents: number): string {
  if (cents > 0) return 'You pay'
  if (cents === 0) return 'Difference'
  if (heldCents === 0) return 'We refund'
  return heldCents === -cents ? 'Not charged' : 'In total'
}
