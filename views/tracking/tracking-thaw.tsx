import type { ThawRow } from '#src/orders/thaw-plan.ts'
import type { Tracking } from '#src/tracking/tracking.ts'
import { ThawTable } from '../orders/thaw-table.tsx'
import { knownArrival } from './arrival-words.ts'

export const THAW_ID = 'tracking_thaw'

export type TrackingThawProps = {
  tracking: Tracking
  /** Null for people who have only the link. */
  thaw: { rows: ThawRow[]; source: { name: string; url: string } } | null
}

/** Replaced when the box moves: its days follow the box's. */
export const TrackingThaw = ({ tracking, thaw }: TrackingThawProps) =>
  thaw === null || thaw.rows.length === 0 ? null : (
    <div id={THAW_ID}>
      <ThawTable {...thaw} from={knownArrival(tracking)} />
    </div>
  )
