import type { Config } from '../config/config.ts'
import type { Instant } from '../day.ts'
import { type StreamSource, signStream } from '../web/stream-names.ts'

/** The box of this very visitor, wherever else it is changed. `version` is empty while there is none. */
export const cartSource = (
  config: Config,
  { sessionHash }: { sessionHash: string },
  version: string,
  now: Instant,
): StreamSource => ({
  signedName: signStream(config, { purpose: 'cart', subject: '' }, sessionHash),
  seen: version || `none at ${now}`,
})

/** A page this young has shown nothing yet but what it was drawn with. */
const YOUNG_MS = 10_000

/**
 * Whether a page that was drawn with `seen` shows the box as it is now. A version never comes back, but an empty box
 * does: a page that had one a while ago may have been told of others since, which are gone.
 */
export function showsCart(seen: string | null, version: string, now: Instant): boolean {
  if (version !== '' || seen === null) return seen === version
  const [, drawnAt] = /^none at (\d{1,16})$/.exec(seen) ?? []
  return drawnAt !== undefined && Math.abs(now - Number(drawnAt)) < YOUNG_MS
}
