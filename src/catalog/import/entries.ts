export type Entry = {
  line: number
  given: Record<string, unknown>
  /** The file's own names of fields, where they differ. */
  columns?: ReadonlyMap<string, string>
  /** The row could not be parsed and is already reported. The entry only shows that its slug was mentioned. */
  isBroken?: boolean
}

/** A parsed file. A farm or variety may appear more than once. Only JSON has bundles. */
export type Entries = { farms: Entry[]; varieties: Entry[]; offers: Entry[]; bundles: Entry[] }

export const MAX_ENTRIES = 100_000
