import type { Day } from '#src/day.ts'
import { type Flow, keepsCard } from '#src/payments/flow.ts'

/** So that a day or a frequency changed in another tab is never paid for unseen. */
export const ShownOrder = ({ arrivesOn, flow }: { arrivesOn: Day; flow: Flow }) => (
  <>
    <input type="hidden" name="shown_arrival_date" value={arrivesOn} />
    <input type="hidden" name="shown_recurring" value={String(keepsCard(flow))} />
  </>
)
