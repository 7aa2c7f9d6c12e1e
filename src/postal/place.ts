/** The part of an address that a verifier checks. `street2` may be empty, `state` is a code. */
export type Place = { street1: string; street2: string; city: string; state: string; zip: string }

/** `unverified`: the verifier didn't answer, and a job asks again later. */
export type Verification =
  | { status: 'confirmed'; suggestion?: Place }
  | { status: 'unconfirmed'; hint?: string }
  | { status: 'unverified' }

export const NO_PLACE: Place = { street1: '', street2: '', city: '', state: '', zip: '' }

/** '1912 Pike Pl, Apt 4' */
export const streetLine = ({ street1, street2 }: Pick<Place, 'street1' | 'street2'>): string =>
  [street1, street2].filter(Boolean).join(', ')

/** 'Seattle, WA 98101' */
export const cityLine = ({ city, state, zip }: Pick<Place, 'city' | 'state' | 'zip'>): string =>
  `${city}, ${state} ${zip}`

/** '1912 Pike Pl, Apt 4, Seattle, WA 98101' */
export const placeLine = (place: Place): string =>
  [streetLine(place), cityLine(place)].filter(Boolean).join(', ')

/** Compares letter by letter. */
export const isSamePlace = (a: Place, b: Place): boolean =>
  (Object.keys(NO_PLACE) as (keyof Place)[]).every((part) => a[part] === b[part])
