import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { checkPlace } from '../delivery/address.ts'
import { placeOfZip } from '../delivery/local-places.ts'
import { verifyPlace } from '../delivery/verification.ts'
import { paths } from '../paths.ts'
import type { Place } from '../postal/place.ts'
import type { AppEnv } from '../web/env.ts'
import { refuse } from '../web/errors.tsx'
import { line, readFields } from '../web/fields.ts'
import { byNetwork, bySession, rateLimit } from '../web/rate-limit.ts'
import { MAX_LENGTHS } from './address-form.ts'
import { toWirePlace } from './wire.ts'

/** Address checks and suggestions for any page with an address form. They save nothing and change no order. */
export const addressQuestionsRoutes = new Hono<AppEnv>()

const PlaceFields = z
  .object({
    address_1: line(MAX_LENGTHS.street1),
    address_2: line(MAX_LENGTHS.street2),
    city: line(MAX_LENGTHS.city),
    state: line(30),
    postal_code: line(10),
  })
  .transform(({ address_1, address_2, city, state, postal_code }) => ({
    street1: address_1,
    street2: address_2,
    city,
    state,
    zip: postal_code,
  }))

/** Each call may cost a paid lookup. The limit per network is looser, because a household shares an IP address. */
const verifyLimit = rateLimit(
  { points: 30, seconds: 60, by: bySession },
  { points: 300, seconds: 3600, by: byNetwork },
)

/** `unverified: true` while the verifier is down: the page then continues, and the server accepts the address. */
addressQuestionsRoutes.get(paths.verifyAddress.pattern, verifyLimit, async (c) => {
  const read = readFields(PlaceFields, c.req.query())
  if (!read.ok) return refuse(c, 422, read.message)
  const check = checkPlace(c.var.services.db, read.value)
  if (!check.ok) return refuse(c, 422, check.message)

  const verification = await verifyPlace(c.var.services, check.place)
  if (verification.status !== 'confirmed') {
    const unconfirmed = { confirmed: false, suggested_address_is_different: false, suggested_address: null }
    return c.json(verification.status === 'unverified' ? { ...unconfirmed, unverified: true } : unconfirmed)
  }
  return c.json({
    confirmed: true,
    suggested_address_is_different: verification.suggestion !== undefined,
    suggested_address: toWirePlace(verification.suggestion ?? check.place),
  })
})

const MAX_LETTERS = 120
const MIN_LETTERS = 4
const PLACE_ID = /^[\w-]{1,512}$/
const SESSION_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const suggestionLimit = rateLimit(
  { points: 120, seconds: 60, by: bySession },
  { points: 1_200, seconds: 60, by: byNetwork },
)

/**
 * Takes `?q=` (the street) with `&session=` (a UUID for all typing up to a choice), or `?postal_code=`. An `address`
 * has '' for unknown parts; null means the page gets it from the next route. `source`: the attribution to show.
 */
addressQuestionsRoutes.get(paths.addressSuggestions.pattern, suggestionLimit, async (c) => {
  const { db, addressFinder } = c.var.services
  const zip = c.req.query('postal_code')
  if (zip !== undefined) return respondWithSuggestions(c, placeOfZip(db, zip).map(zipSuggestion), null)

  const typed = (c.req.query('q') ?? '').trim().slice(0, MAX_LETTERS)
  const session = sessionIn(c)
  if (typed.length < MIN_LETTERS || !session) return respondWithSuggestions(c, [], null)
  const suggestions = await addressFinder.suggest({ typed, session, near: c.var.visitor.postalCode })
  const source = suggestions.some(({ id }) => id !== null) ? addressFinder.source : null
  return respondWithSuggestions(c, suggestions, source)
})

/** `address` is null when the lookup fails: the form then keeps what was typed. */
addressQuestionsRoutes.get(paths.addressSuggestion.pattern, suggestionLimit, async (c) => {
  const [id, session] = [c.req.param('id'), sessionIn(c)]
  const place = PLACE_ID.test(id) && session ? await c.var.services.addressFinder.find(id, session) : null
  return c.json({ address: place && toWirePlace(place) })
})

type Suggestion = { text: string; id: string | null; place: Place | null }

const respondWithSuggestions = (c: Context<AppEnv>, suggestions: Suggestion[], source: string | null) =>
  c.json({
    suggestions: suggestions.map(({ text, id, place }) => ({
      text,
      id,
      address: place && toWirePlace(place),
    })),
    source,
  })

const zipSuggestion = (place: Place): Suggestion => ({
  text: `${place.city}, ${place.state}`,
  id: null,
  place,
})

function sessionIn(c: Context<AppEnv>): string | null {
  const session = c.req.query('session') ?? ''
  return SESSION_ID.test(session) ? session : null
}
