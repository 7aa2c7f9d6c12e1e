import { formatCents } from '#src/money.ts'
import type { MovePlan } from '#src/reschedule/plan.ts'

export const MoveAmounts = ({ plan }: { plan: MovePlan }) => (
  <>
    {amountsOf(plan).map(([name, cents]) => (
      <div class="difference__total">
        <dt>{name}</dt>
        <dd class={plan.differenceCents < 0 ? 'difference__down' : undefined}>{formatCents(cents)}</dd>
      </div>
    ))}
  </>
)

function amountsOf({ differenceCents, heldCents }: MovePlan): [name: string, cents: number][] {
  if (differenceCents >= 0) return [['You pay', differenceCents]]
  const backCents = -differenceCents - heldCents
  return [
    ...(heldCents > 0 ? [['Not charged', heldCents] as [string, number]] : []),
    ...(backCents > 0 ? [['We refund', backCents] as [string, number]] : []),
  ]
}

/** Of a day that costs less. */
export function lessWords({ differenceCents, heldCents }: MovePlan): string {
  if (heldCents === 0) return 'we refund the difference'
  const backCents = -differenceCents - heldCents
  if (backCents === 0) return 'we charge that much less'
  return `we charge ${formatCents(heldCents)} less and we refund ${formatCents(backCents)}`
}

export const PAID_WORDS = {
  all: 'Your bank holds the money already',
  some: 'Paid or held by your bank already, so nothing more is charged',
  none: 'Already paid, so nothing more is charged',
}

export const BOX_PAID_WORDS = {
  all: 'Your bank holds the money already.',
  some: 'Your box is paid or its money held by your bank already.',
  none: 'Your box is paid already.',
}
