import type { Day } from '../day.ts'
import type { RenewPeriod } from '../orders/recurring-rules.ts'
import { type Place, streetLine } from '../postal/place.ts'

/** What a page shows beside the total. `period` is null for a one-time box, `place` for an order that has no address. */
export type ShownChoice = { arrivesOn: Day | null; period: RenewPeriod | null; place: Place | null }

/** Sent with a payment, so that a day, a frequency or an address changed in another tab is never paid for unseen. */
export const shownFields = ({ arrivesOn, period, place }: ShownChoice): Record<string, string> => ({
  shown_arrival_date: arrivesOn ?? '',
  shown_recurring: period ?? 'false',
  shown_address: place ? shownAddress(place) : '',
})

/** '1912 Pike Pl, Apt 4, 98101' */
export const shownAddress = (place: Place): string => `${streetLine(place)}, ${place.zip}`
