import type { Db } from '#db/client.ts'
import type { Place } from '../../delivery/address.ts'
import { placesFor } from '../../delivery/local-places.ts'
import type { AddressFinder } from './finder.ts'

/** The embedded default: the shop's own list of ZIP codes finishes what it can, and makes no street up. */
export const embeddedFinder = (db: Db): AddressFinder => ({
  source: null,
  suggest: async ({ typed, near }) =>
    placesFor(db, typed, near).map((place) => ({ text: lineOf(place), id: null, place })),
  find: async () => null,
})

const lineOf = ({ street1, city, state, zip }: Place) => `${street1}, ${city}, ${state} ${zip}`.trim()
