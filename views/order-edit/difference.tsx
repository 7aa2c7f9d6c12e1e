import { formatCents } from '#src/money.ts'

type DifferenceProps = { rows: [name: string, value: string][]; differenceCents: number }

/** Paid so far, the new total, and in large figures what that means for the shopper. */
export const Difference = ({ rows, differenceCents }: DifferenceProps) => (
  <dl class="difference">
    {rows.map(([name, value]) => (
      <div class="difference__row">
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
    <div class="difference__row difference__row--total">
      <dt>{totalName(differenceCents)}</dt>
      <dd class={differenceCents < 0 ? 'difference__down' : undefined}>
        {formatCents(Math.abs(differenceCents))}
      </dd>
    </div>
  </dl>
)

const totalName = (cents: number) => (cents > 0 ? 'You pay' : cents < 0 ? 'We refund' : 'Difference')
