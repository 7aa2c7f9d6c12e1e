import type { Day } from '../day.ts'
import type { RenewPeriod } from '../orders/recurring-rules.ts'

/** What a page shows beside the total. `period` is null for a one-time box. */
export type ShownChoice = { arrivesOn: Day | null; period: RenewPeriod | null }

/** Sent with a payment, so that a day or a frequency changed in another tab is never paid for unseen. */
export const shownFields = ({ arrivesOn, period }: ShownChoice): Record<string, string> => ({
  shown_arrival_date: arrivesOn ?? '',
  shown_recurring: period ?? 'false',
})
