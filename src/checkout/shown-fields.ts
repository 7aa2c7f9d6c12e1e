import type { Day } from '../day.ts'
import { type Flow, keepsCard } from '../payments/flow.ts'

/** What a page shows beside the total. */
export type ShownChoice = { arrivesOn: Day | null; flow: Flow }

/** Sent with a payment, so that a day or a frequency changed in another tab is never paid for unseen. */
export const shownFields = ({ arrivesOn, flow }: ShownChoice): Record<string, string> => ({
  shown_arrival_date: arrivesOn ?? '',
  shown_recurring: String(keepsCard(flow)),
})
