/** A packing page passes these on to the page that replaces it. */
export type EarlyScans = {
  /** Scanned before the answer to an earlier scan had come. */
  codes: string[]
  /** The beginning of a code: the page was replaced while it was typed. */
  typed: string
  /** Why scans were refused that had waited on the device. */
  refused: string[]
}

const NOTHING: EarlyScans = { codes: [], typed: '', refused: [] }

let left = NOTHING

/** The next page connects in the same turn, unless it isn't one for packing. */
export function leaveScans(scans: EarlyScans) {
  left = scans
  setTimeout(takeScans)
}

export function takeScans(): EarlyScans {
  const taken = left
  left = NOTHING
  return taken
}
