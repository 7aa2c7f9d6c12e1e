import type { Clock } from '../../clock.ts'
import type { Instant } from '../../day.ts'
import type { Place, Verification } from '../../postal/place.ts'
import { sha256 } from '../../tokens.ts'
import type { AddressVerifier } from './verifier.ts'

const MOST = 1_000
const KEPT_MS = 30 * 60_000

type Remembered = { answer: Verification; at: Instant }

/**
 * A verifier that is asked once about a place: somebody who takes the suggestion sends the same place again, and each
 * question costs. What nobody answered is not remembered. Only hashes of places are kept.
 */
export function rememberedAnswers(verifier: AddressVerifier, wallClock: Clock): AddressVerifier {
  const answers = new Map<string, Remembered>()
  return {
    async verify(place) {
      const key = keyOf(place)
      const known = answers.get(key)
      const at = wallClock.now()
      if (known && at - known.at < KEPT_MS) return known.answer
      const answer = await verifier.verify(place)
      if (answer.status !== 'unverified') remember(answers, key, { answer, at })
      return answer
    },
  }
}

function remember(answers: Map<string, Remembered>, key: string, remembered: Remembered) {
  answers.delete(key) // so that the first of them is the oldest
  answers.set(key, remembered)
  const [oldest] = answers.keys()
  if (answers.size > MOST && oldest !== undefined) answers.delete(oldest)
}

const keyOf = ({ street1, street2, city, state, zip }: Place) =>
  sha256(JSON.stringify([street1, street2, city, state, zip]))
