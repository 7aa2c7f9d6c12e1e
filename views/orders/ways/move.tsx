import { addDays, formatDay, type Instant } from '#src/day.ts'
import { HORIZON_DAYS } from '#src/delivery/rules.ts'
import { dayIn } from '#src/delivery/zones.ts'
import { paths } from '#src/paths.ts'
import { Way, type WayFacts } from './way.tsx'

type MoveWayProps = WayFacts & { now: Instant; zone: string }

/** The address is a page of its own with scripts off. */
export const MoveWay = ({ token, receiptKey, now, zone }: MoveWayProps) => (
  <Way
    icon="calendar"
    href={paths.rescheduleModal({ order_token: token, key: receiptKey })}
    isModal
    title="Move the day"
    words={`Any open day through ${formatDay(addDays(dayIn(zone, now), HORIZON_DAYS), 'date')}`}
  />
)
