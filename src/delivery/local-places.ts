import { count, desc, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { zipCodes } from '#db/schema/delivery.ts'
import type { Place } from '../postal/place.ts'
import { stateCode } from '../postal/states.ts'
import { postalStyle } from '../postal/street-style.ts'
import { placeOf } from './postal-zones.ts'
import { isZip } from './rules.ts'

const MAX_PLACES = 5
const HOUSE_AND_STREET = /\d.*\p{L}/u

/**
 * Completes a typed address from our own list of ZIP codes, which has no streets. In a city with several ZIP codes,
 * it uses the visitor's (`near`) if that is one of them, else leaves the ZIP code empty.
 */
export function placesFor(db: Db, typed: string, near: string | null): Place[] {
  const withZip = /^(.+?)[\s,]+(\d{5})$/.exec(typed.trim())
  if (withZip) return placesWithZip(db, withZip[1] ?? '', withZip[2] ?? '')
  const { street, city, state } = partsOf(typed)
  if (!HOUSE_AND_STREET.test(street) || city.length < 2) return []
  return citiesLike(db, city, state).map((found) => ({
    ...lineOf(street),
    city: found.city,
    state: found.state,
    zip: zipIn(db, found, near),
  }))
}

export function placeOfZip(db: Db, zip: string): Place[] {
  const place = isZip(zip) ? placeOf(db, zip) : null
  return place ? [{ street1: '', street2: '', ...place, zip }] : []
}

function placesWithZip(db: Db, typed: string, zip: string): Place[] {
  const place = placeOf(db, zip)
  if (!place) return []
  const street = withoutEnd(withoutEnd(typed, place.state), place.city)
  return HOUSE_AND_STREET.test(street) ? [{ ...lineOf(street), ...place, zip }] : []
}

const lineOf = (street: string) => ({ street1: postalStyle(street), street2: '' })

function withoutEnd(text: string, end: string): string {
  const cut = text.length - end.length
  return text.slice(cut).toLowerCase() === end.toLowerCase()
    ? text.slice(0, cut).replace(/[\s,]+$/, '')
    : text
}

/** The city is the last part, or the one before a state: '1912 Pike Pl, Apt 2, Sea', '12 Elm St, Portland, OR'. */
function partsOf(typed: string) {
  const parts = typed.split(',').map((part) => part.trim())
  const last = parts.at(-1) ?? ''
  const state = parts.length > 2 && /^[a-z]{2}$/i.test(last) ? (stateCode(last) ?? null) : null
  if (state) parts.pop()
  const city = parts.length > 1 ? (parts.pop() ?? '') : ''
  return { street: parts.filter(Boolean).join(' '), city, state }
}

type City = { city: string; state: string; zips: number; zip: string }

const zipIn = (db: Db, { city, state, zips, zip }: City, near: string | null): string => {
  if (zips === 1) return zip
  const place = near ? placeOf(db, near) : null
  return near && place?.city === city && place.state === state ? near : ''
}

/** Cities with this prefix. The most ZIP codes come first, because more people live there. */
function citiesLike(db: Db, city: string, state: string | null): City[] {
  const prefix = city.toLowerCase()
  return (citiesByLetters(db).get(lettersOf(prefix)) ?? [])
    .filter(
      (found) => found.city.toLowerCase().startsWith(prefix) && (state === null || found.state === state),
    )
    .slice(0, MAX_PLACES)
}

const lettersOf = (city: string) => city.slice(0, 2).toLowerCase()

/** Cached: the list never changes while the shop runs, and a scan takes milliseconds. */
const citiesByLetters = oncePerDatabase((db) => {
  const { city, state, zip } = zipCodes
  const cities: City[] = db
    .select({ city, state, zips: count(), zip: sql<string>`min(${zip})` })
    .from(zipCodes)
    .groupBy(city, state)
    .orderBy(desc(count()), city, state)
    .all()
  const byLetters = new Map<string, City[]>()
  for (const entry of cities) {
    const letters = lettersOf(entry.city)
    const group = byLetters.get(letters)
    if (group) group.push(entry)
    else byLetters.set(letters, [entry])
  }
  return byLetters
})
