/** @jsxImportSource react */
import type { Day } from '#src/day.ts'
import { type Flow, keepsCard } from '#src/payments/flow.ts'

/** What the page shows beside the total. The server refuses if another tab has changed it. */
export type Shown = { arrivesOn: Day | null; flow: Flow }

export const wireShown = (shown: Shown | undefined) =>
  shown ? { shown_arrival_date: shown.arrivesOn ?? '', shown_recurring: String(keepsCard(shown.flow)) } : {}

export const ShownFields = (shown: Shown) =>
  Object.entries(wireShown(shown)).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
