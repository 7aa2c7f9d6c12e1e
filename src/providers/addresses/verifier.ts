import type { Place, Verification } from '../../postal/place.ts'

/** Somebody who knows the streets and houses of the country. */
export type AddressVerifier = {
  /** Never throws and never keeps a shopper waiting: when nobody answers in time the place is `unverified`. */
  verify(place: Place): Promise<Verification>
}
