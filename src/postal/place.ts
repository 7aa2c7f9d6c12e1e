/** The part of an address that a verifier looks at. `street2` may be empty, `state` is a code. */
export type Place = { street1: string; street2: string; city: string; state: string; zip: string }

/** What a verifier found. `unverified`: it could not be asked, and is asked again later. */
export type Verification =
  | { status: 'confirmed'; suggestion?: Place }
  | { status: 'unconfirmed'; hint?: string }
  | { status: 'unverified' }
