/** Something a file says about one farm, variety or offer, not yet checked. */
export type Entry = {
  line: number
  given: Record<string, unknown>
  /** What the file calls a field, where that is not the field's own name. */
  columns?: ReadonlyMap<string, string>
  /** Its row could not be taken apart, and has been told of: only good for knowing that something was said. */
  isBroken?: boolean
}

/** A file taken apart; the same farm or variety may be told of more than once. */
export type Entries = { farms: Entry[]; varieties: Entry[]; offers: Entry[] }

/** More would not be a catalogue any more, but a mistake. */
export const MOST_ENTRIES = 100_000
