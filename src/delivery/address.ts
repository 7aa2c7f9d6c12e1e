import type { Db } from '#db/client.ts'
import { lacksUnitNumber, postalStyle } from './postal-style.ts'
import { placeOf } from './postal-zones.ts'
import {
  type DeliveryFields,
  type FieldName,
  isPoBox,
  isZip,
  missingFields,
  missingFieldsSentence,
  PHONE_SENTENCE,
  PO_BOX_SENTENCE,
  parsePhone,
  ZIP_SENTENCE,
} from './rules.ts'
import { STATES, stateCode } from './states.ts'

/** Where a box goes. `street2` may be empty, `state` is a code, `phone` is E.164. */
export type Address = DeliveryFields
export type { DeliveryFields }

/** The part of it a verifier looks at. */
export type Place = Pick<Address, 'street1' | 'street2' | 'city' | 'state' | 'zip'>

export type AddressCheck =
  | { ok: true; address: Address }
  | {
      ok: false
      reason: 'missing_fields' | 'po_box' | 'zip' | 'state' | 'state_mismatch' | 'phone'
      fields: FieldName[]
      message: string
    }

/** What no answer of the shopper can mend: nothing missing, no PO box, a ZIP and a state that belong together. */
export function checkAddress(db: Db, typed: DeliveryFields): AddressCheck {
  const address = tidy(typed)
  const missing = missingFields(address)
  if (missing.length > 0) return refuse('missing_fields', missing, missingFieldsSentence(missing))

  const boxes = (['street1', 'street2'] as const).filter((line) => isPoBox(address[line]))
  if (boxes.length > 0) return refuse('po_box', boxes, PO_BOX_SENTENCE)
  if (!isZip(address.zip)) return refuse('zip', ['zip'], ZIP_SENTENCE)

  const phone = parsePhone(address.phone)
  if (!phone) return refuse('phone', ['phone'], PHONE_SENTENCE)
  return checkState(db, { ...address, phone })
}

/** Tax goes by the state, so unlike the city it has to be the ZIP's. */
function checkState(db: Db, address: Address): AddressCheck {
  const state = stateCode(address.state)
  const of = placeOf(db, address.zip)?.state
  if (of && of !== (state ?? address.state.toUpperCase())) {
    const message = `The zip code ${address.zip} is in ${STATES[of] ?? of}. Please check the state and the zip code.`
    return refuse('state_mismatch', ['state', 'zip'], message)
  }
  if (state) return { ok: true, address: { ...address, state } }
  // A territory or military mail, rightly named: whether we deliver there is the calendar's to say.
  return of
    ? { ok: true, address: { ...address, state: of } }
    : refuse('state', ['state'], 'Please choose a US state')
}

export type Verification =
  | { status: 'confirmed'; suggestion?: Place }
  | { status: 'unconfirmed'; hint?: string }

/**
 * The embedded verifier: postal style, and ZIP, city and state that agree with the post office's list. It knows no
 * streets, so any house number on any street is believed.
 */
export function verifyAddress(db: Db, typed: Place): Verification {
  const place = placeOf(db, typed.zip)
  if (!place) return { status: 'unconfirmed', hint: `We couldn't find the zip code ${typed.zip}.` }
  if (!agrees(typed, place)) {
    return {
      status: 'unconfirmed',
      hint: `The zip code ${typed.zip} belongs to ${place.city}, ${place.state}.`,
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
  return isSame(suggestion, typed) ? { status: 'confirmed' } : { status: 'confirmed', suggestion }
}

const agrees = (typed: Place, place: { city: string; state: string }): boolean =>
  (stateCode(typed.state) ?? typed.state) === place.state && cityKey(typed.city) === cityKey(place.city)

/** 'St. Louis', 'Saint Louis' and 'ST LOUIS' are one city. */
function cityKey(city: string): string {
  const words = city
    .toLowerCase()
    .replace(/['’.]/g, '')
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
    return 'The street address needs a house number and a street.'
  if (lacksUnitNumber(street1) && !street2) return 'Which apartment or unit is it?'
  return street2 && lacksUnitNumber(street2) ? 'Which apartment or unit is it?' : null
}

function isSame(a: Place, b: Place): boolean {
  const tidied = tidy(b)
  return (Object.keys(a) as (keyof Place)[]).every((field) => a[field] === tidied[field])
}

function tidy<T extends Record<keyof T, string>>(fields: T): T {
  return Object.fromEntries(
    Object.entries<string>(fields).map(([name, text]) => [name, text.trim().replace(/\s+/g, ' ')]),
  ) as T
}

const refuse = (
  reason: Extract<AddressCheck, { ok: false }>['reason'],
  fields: FieldName[],
  message: string,
): AddressCheck => ({ ok: false, reason, fields, message })
