import type { Place } from '../../postal/place.ts'

export type Suggestion = { text: string } & ({ id: string; place: null } | { id: null; place: Place })

export type AddressQuery = {
  typed: string
  /** A UUID for each address being typed; some services bill by it. */
  session: string
  near: string | null
}

/** Neither call throws: a failure means no suggestions. */
export type AddressFinder = {
  suggest(query: AddressQuery): Promise<Suggestion[]>
  /** Null when unavailable, or not a US street address. */
  find(id: string, session: string): Promise<Place | null>
  /** To be credited beside the suggestions; null: the shop's own. */
  source: string | null
}
