import type { Db } from '#db/client.ts'
import type { AddressVerifier } from '../providers/addresses/verifier.ts'
import { verifyAddress } from './address.ts'

export function embeddedVerifier(db: Db): AddressVerifier {
  return { verify: async (place) => verifyAddress(db, place) }
}
