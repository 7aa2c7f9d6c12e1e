import type { Clock } from '../../clock.ts'
import { type Instant, MINUTE_MS } from '../../day.ts'
import type { Place, Verification } from '../../postal/place.ts'
import { sha256 } from '../../tokens.ts'
import type { AddressVerifier } from './verifier.ts'

const MAX_CACHED = 1_000
const CACHE_MS = 30 * MINUTE_MS

type Cached = { answer: Verification; at: Instant }

/** Each answer costs, and a shopper who takes a suggestion sends the same place again. Stores only hashes. */
export function cachedVerifier(verifier: AddressVerifier, wallClock: Clock): AddressVerifier {
  const cache = new Map<string, Cached>()
  return {
    async verify(place) {
      const key = keyOf(place)
      const cached = cache.get(key)
      const at = wallClock.now()
      if (cached && at - cached.at < CACHE_MS) return cached.answer
      const answer = await verifier.verify(place)
      if (answer.status !== 'unverified') store(cache, key, { answer, at })
      return answer
    },
  }
}

function store(cache: Map<string, Cached>, key: string, entry: Cached) {
  cache.delete(key) // so that the first entry is the oldest
  cache.set(key, entry)
  const [oldest] = cache.keys()
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest)
}

const keyOf = ({ street1, street2, city, state, zip }: Place) =>
  sha256(JSON.stringify([street1, street2, city, state, zip]))
