import type { Instant } from '#src/day.ts'
import { roughTimeLeft } from '#src/time-left.ts'
import { Icon } from '../shared/icon.tsx'
import { formatMoment } from '../shared/local-time.ts'

export type Warning = { lockAt: Instant; zone: string; now: Instant }

/** The customer's page asks for it by this id. */
export const MOVE_WARNING_ID = 'reschedule_warning'

export const MoveWarning = ({ lockAt, zone, now }: Warning) => (
  <div class="notice notice--gold" id={MOVE_WARNING_ID}>
    <Icon name="clock" />
    <p class="notice__text">
      We pack your box soon: you have {roughTimeLeft(lockAt - now)} left to change it, until{' '}
      {formatMoment(lockAt, zone)}.
    </p>
  </div>
)
