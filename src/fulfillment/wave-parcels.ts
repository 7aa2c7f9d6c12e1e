import type { Day } from '../day.ts'

/** What the labels of a wave have come to, and the ship days whose parcels are on no manifest yet. */
export type ParcelTotals = { missing: number; bought: number; cents: number; waitingDays: Day[] }
