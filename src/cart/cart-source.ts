import type { Config } from '../config/config.ts'
import type { Instant } from '../day.ts'
import { type StreamSource, signStream } from '../web/stream-names.ts'

/** `version` is '' while there is no cart. */
export const cartSource = (
  config: Config,
  { sessionHash }: { sessionHash: string },
  version: string,
  now: Instant,
): StreamSource => ({
  signedName: signStream(config, { purpose: 'cart', subject: '' }, sessionHash),
  seen: version || `none at ${now}`,
})

/** A page younger than this still shows what it was rendered with. */
const YOUNG_MS = 10_000

/** A version never repeats, but '' does: an old page may show a cart that has come and gone since. */
export function showsCart(seen: string | null, version: string, now: Instant): boolean {
  if (version !== '' || seen === null) return seen === version
  const [, renderedAt] = /^none at (\d{1,16})$/.exec(seen) ?? []
  return renderedAt !== undefined && Math.abs(now - Number(renderedAt)) < YOUNG_MS
}
