import { addDays } from '#src/day.ts'
import { RENEW_PERIODS } from '#src/orders/recurring-rules.ts'
import { Frequency } from '../../membership/frequency.tsx'
import type { ExampleFacts } from './index.ts'

/** Nobody's membership: a change is refused, and the saved rhythm comes back. */
const NOBODY = 'A'.repeat(22)

export function SubscriptionRenewalFrequencyExamples({ standardDays }: ExampleFacts) {
  const arrivalOn = standardDays.find(({ ok }) => ok)?.date
  if (!arrivalOn) return <p>No day is open.</p>
  const byPeriod = RENEW_PERIODS.map((period, index) => ({
    period,
    day: addDays(arrivalOn, 14 * (index + 2)),
    moved: addDays(arrivalOn, 14 * (index + 1)),
  }))
  return (
    <Frequency
      membership={{ token: NOBODY, renewPeriodType: 'four_weeks' }}
      byPeriod={byPeriod}
      next={{ arrivalOn, isLocked: false }}
    />
  )
}
