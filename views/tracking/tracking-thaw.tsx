import type { ThawRow } from '#src/orders/thaw-plan.ts'
import { knownArrival } from '#src/tracking/known-arrival.ts'
import type { Tracking } from '#src/tracking/tracking.ts'
import { ThawTable } from '../orders/thaw-table.tsx'
import { canStillClaim } from './card-words.ts'

export const THAW_ID = 'tracking_thaw'

export type TrackingThawProps = {
  tracking: Tracking
  /** Null for people who have only the link. */
  thaw: { rows: ThawRow[]; source: { name: string; url: string } } | null
}

/** Replaced when the box's day changes. After the claim window it counts days from the freezer, without dates. */
export const TrackingThaw = ({ tracking, thaw }: TrackingThawProps) => {
  const isPast = tracking.word === 'delivered' && !canStillClaim(tracking)
  return thaw === null || thaw.rows.length === 0 ? null : (
    <div id={THAW_ID}>
      <ThawTable {...thaw} from={isPast ? null : knownArrival(tracking)} />
    </div>
  )
}
