import type { Db } from '#db/client.ts'
import { isSamePlace, type Place, type Verification } from '../postal/place.ts'
import { STATES, stateCode } from '../postal/states.ts'
import { lacksUnitNumber, postalStyle } from '../postal/street-style.ts'
import { placeOf } from './postal-zones.ts'
import {
  type DeliveryFields,
  type FieldName,
  type FieldProblem,
  missingProblem,
  PHONE_PROBLEM,
  parsePhone,
  placeProblem,
  STATE_SENTENCE,
} from './rules.ts'

/** Where a box goes. `street2` may be empty, `state` is a code, `phone` is E.164. */
export type Address = DeliveryFields
export type { DeliveryFields }

export type AddressRefused = {
  ok: false
  reason: FieldProblem['reason'] | 'state' | 'state_mismatch'
  fields: FieldName[]
  message: string
}
export type AddressCheck = { ok: true; address: Address } | AddressRefused
export type PlaceCheck = { ok: true; place: Place } | AddressRefused

export function checkAddress(db: Db, typed: DeliveryFields): AddressCheck {
  const address = normalize(typed)
  const missing = missingProblem(address)
  if (missing) return { ok: false, ...missing }

  const check = checkPlace(db, address)
  if (!check.ok) return check
  const phone = parsePhone(address.phone)
  if (!phone) return { ok: false, ...PHONE_PROBLEM }
  return { ok: true, address: { ...address, state: check.place.state, phone } }
}

export function checkPlace(db: Db, { street1, street2, city, state, zip }: Place): PlaceCheck {
  const place = normalize({ street1, street2, city, state, zip })
  const problem = missingProblem({ ...place, name: '-', phone: '-' }) ?? placeProblem(place)
  return problem ? { ok: false, ...problem } : checkState(db, place)
}

/** Tax depends on the state, so unlike the city it must match the ZIP code. */
function checkState(db: Db, place: Place): PlaceCheck {
  const state = stateCode(place.state)
  const zipState = placeOf(db, place.zip)?.state
  if (zipState && zipState !== (state ?? place.state.toUpperCase())) {
    const message = stateMismatchSentence(place.zip, zipState)
    return refuse('state_mismatch', ['state', 'zip'], message)
  }
  if (state) return { ok: true, place: { ...place, state } }
  // A territory or military address with the right code. The delivery zone decides whether we deliver there.
  return zipState
    ? { ok: true, place: { ...place, state: zipState } }
    : refuse('state', ['state'], STATE_SENTENCE)
}

export const stateMismatchSentence = (zip: string, state: string) =>
  `ZIP code ${zip} is in ${STATES[state] ?? state}. Please check the state and ZIP code.`

/**
 * The embedded verifier compares ZIP code, city and state with the post office's list and suggests its style. It has
 * no street data, so it accepts any house number on any street.
 */
export function verifyAddress(db: Db, typed: Place): Verification {
  const place = placeOf(db, typed.zip)
  if (!place) return { status: 'unconfirmed', hint: `We couldn't find ZIP code ${typed.zip}.` }
  if (!agrees(typed, place)) {
    return {
      status: 'unconfirmed',
      hint: `ZIP code ${typed.zip} belongs to ${place.city}, ${place.state}.`,
    }
  }
  const hint = streetHint(typed)
  if (hint) return { status: 'unconfirmed', hint }

  const suggestion = {
    street1: postalStyle(typed.street1),
    street2: postalStyle(typed.street2),
    city: place.city,
    state: place.state,
    zip: typed.zip,
  }
  return isSamePlace(suggestion, normalize(typed))
    ? { status: 'confirmed' }
    : { status: 'confirmed', suggestion }
}

const agrees = (typed: Place, place: { city: string; state: string }): boolean =>
  (stateCode(typed.state) ?? typed.state) === place.state && cityKey(typed.city) === cityKey(place.city)

/** 'St. Louis', 'Saint Louis' and 'ST LOUIS' are one city. */
function cityKey(city: string): string {
  const words = city
    .toLowerCase()
    .replace(/['\u2019.]/g, '')
    .split(/[^a-z]+/)
    .filter(Boolean)
  return words.map((word) => SHORT_CITY_WORDS[word] ?? word).join(' ')
}

const SHORT_CITY_WORDS: Readonly<Record<string, string>> = {
  st: 'saint',
  ste: 'sainte',
  ft: 'fort',
  mt: 'mount',
  n: 'north',
  s: 'south',
  e: 'east',
  w: 'west',
}

function streetHint({ street1, street2 }: Place): string | null {
  if (!/^\s*\d\S*\s+\S*\p{L}|^\s*\d\S*\s+\d/u.test(street1))
    return 'Please include a house number and a street name.'
  if (lacksUnitNumber(street1) && !street2) return 'Which apartment or unit is it?'
  return street2 && lacksUnitNumber(street2) ? 'Which apartment or unit is it?' : null
}

function normalize<T extends Record<keyof T, string>>(fields: T): T {
  return Object.fromEntries(
    Object.entries<string>(fields).map(([name, text]) => [name, text.trim().replace(/\s+/g, ' ')]),
  ) as T
}

const refuse = (reason: AddressRefused['reason'], fields: FieldName[], message: string): AddressRefused => ({
  ok: false,
  reason,
  fields,
  message,
})
