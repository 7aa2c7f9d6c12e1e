import type { Db } from '#db/client.ts'
import type { AddressVerifier } from '../providers/addresses/verifier.ts'
import { verifyAddress } from './address.ts'

/** The embedded default: the shop's own list of ZIP codes and the post office's way of writing. */
export function embeddedVerifier(db: Db): AddressVerifier {
  return { verify: async (place) => verifyAddress(db, place) }
}
