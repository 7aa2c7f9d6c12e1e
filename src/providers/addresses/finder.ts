import type { Place } from '../../postal/place.ts'

/** A whole place, or an id to look it up by once it's chosen. */
export type Suggestion = { text: string } & ({ id: string; place: null } | { id: null; place: Place })

export type AddressQuery = {
  typed: string
  /** A UUID for each address being typed; some services bill by it. */
  session: string
  /** The visitor's ZIP code, if known. */
  near: string | null
}

/** Suggests addresses while they're typed. Neither call throws: a failure means no suggestions. */
export type AddressFinder = {
  suggest(query: AddressQuery): Promise<Suggestion[]>
  /** Null when the place is unavailable or isn't a US street address. */
  find(id: string, session: string): Promise<Place | null>
  /** To be credited beside the suggestions; null: the shop's own. */
  source: string | null
}
