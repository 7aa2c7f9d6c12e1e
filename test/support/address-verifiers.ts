import type { Place, Verification } from '#src/postal/place.ts'
import type { AddressVerifier } from '#src/providers/addresses/verifier.ts'

/** A stub verifier that returns `told.answer` and records the addresses it got. */
export function toldVerifier(first: Verification = { status: 'confirmed' }) {
  const told = { answer: first, asked: [] as Place[], before: async () => {} }
  const verifier: AddressVerifier = {
    async verify(place) {
      told.asked.push(place)
      await told.before()
      return told.answer
    },
  }
  return { told, verifier }
}
