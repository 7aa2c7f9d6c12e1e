import type { Place } from '../../postal/place.ts'

/** A line to choose: whole already, or under an id by which the rest of it is asked for once it is chosen. */
export type Suggestion = { text: string } & ({ id: string; place: null } | { id: null; place: Place })

export type Question = {
  typed: string
  /** Everything typed for one address, up to its choice: some services charge by this. A UUID. */
  session: string
  /** The ZIP the visitor has named, if any. */
  near: string | null
}

/** Who finishes addresses while they are typed. Neither call throws: without an answer there is nothing to choose. */
export type AddressFinder = {
  suggest(question: Question): Promise<Suggestion[]>
  /** The place behind an id; null when it cannot be had, or is no street address in the US. */
  find(id: string, session: string): Promise<Place | null>
  /** Whose suggestions they are, to be named beside them; null: the shop's own. */
  source: string | null
}
