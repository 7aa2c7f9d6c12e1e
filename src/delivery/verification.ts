import type { Place, Verification } from '../postal/place.ts'
import type { Services } from '../services.ts'
import { checkPlace } from './address.ts'

/**
 * Verifies a place that passed `checkPlace`. It may use the network, so never call it in a transaction. A suggestion
 * that we would refuse, such as a PO box, leaves the place unconfirmed.
 */
export async function verifyPlace(
  { db, addressVerifier }: Pick<Services, 'addressVerifier' | 'db'>,
  { street1, street2, city, state, zip }: Place,
): Promise<Verification> {
  const verification = await addressVerifier.verify({ street1, street2, city, state, zip })
  if (verification.status !== 'confirmed' || !verification.suggestion) return verification
  return checkPlace(db, verification.suggestion).ok ? verification : { status: 'unconfirmed' }
}
