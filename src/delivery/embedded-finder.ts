import type { Db } from '#db/client.ts'
import { cityLine, type Place } from '../postal/place.ts'
import type { AddressFinder } from '../providers/addresses/finder.ts'
import { placesFor } from './local-places.ts'

/** Completes city, state and ZIP code from our own list. It has no street data. */
export const embeddedFinder = (db: Db): AddressFinder => ({
  source: null,
  suggest: async ({ typed, near }) =>
    placesFor(db, typed, near).map((place) => ({ text: lineOf(place), id: null, place })),
  find: async () => null,
})

const lineOf = (place: Place) => `${place.street1}, ${cityLine(place)}`.trim()
