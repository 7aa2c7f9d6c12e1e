import type { Place, Verification } from '../../postal/place.ts'

export type AddressVerifier = {
  /** Never throws, and answers `unverified` rather than keep a shopper waiting. */
  verify(place: Place): Promise<Verification>
}
