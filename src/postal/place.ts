/** The part of an address that a verifier checks. `street2` may be empty, `state` is a code. */
export type Place = { street1: string; street2: string; city: string; state: string; zip: string }

/** `unverified`: the verifier didn't answer, and a job asks again later. */
export type Verification =
  | { status: 'confirmed'; suggestion?: Place }
  | { status: 'unconfirmed'; hint?: string }
  | { status: 'unverified' }
