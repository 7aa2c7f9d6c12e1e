import type { Place, Verification } from '../postal/place.ts'
import type { Services } from '../services.ts'
import { checkPlace } from './address.ts'

/**
 * What the verifier says of a place that has nothing else wrong. It may go over the network, so never within a
 * transaction. A suggestion that we would refuse ourselves, a PO box for one, confirms nothing.
 */
export async function verifyPlace(
  { db, addresses }: Pick<Services, 'db' | 'addresses'>,
  { street1, street2, city, state, zip }: Place,
): Promise<Verification> {
  const verification = await addresses.verify({ street1, street2, city, state, zip })
  if (verification.status !== 'confirmed' || !verification.suggestion) return verification
  return checkPlace(db, verification.suggestion).ok ? verification : { status: 'unconfirmed' }
}
