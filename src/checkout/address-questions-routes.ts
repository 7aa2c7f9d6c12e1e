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
import { toWirePlace } from './wire.ts'

/** Questions about addresses, of pages that hold a form for one. Nothing is kept, and no order is touched. */
export const addressQuestionsRoutes = new Hono<AppEnv>()

const PlaceFields = z
  .object({
    address_1: line(120),
    address_2: line(120),
    city: line(80),
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

/** Each may cost a call to somebody else; a household behind one address has several people. */
const verifyLimit = rateLimit(
  { points: 30, seconds: 60, by: bySession },
  { points: 300, seconds: 3600, by: byNetwork },
)

/**
 * `confirmed, suggested_address_is_different, suggested_address`. While nobody can be asked there is also
 * `unverified: true`: the page goes on then, and so does the server.
 */
addressQuestionsRoutes.get(paths.verifyAddress.pattern, verifyLimit, async (c) => {
  const read = readFields(PlaceFields, c.req.query())
  if (!read.ok) return refuse(c, 422, read.message)
  const check = checkPlace(c.var.services.db, read.value)
  if (!check.ok) return refuse(c, 422, check.message)

  const verification = await verifyPlace(c.var.services, check.place)
  if (verification.status !== 'confirmed') {
    const answer = { confirmed: false, suggested_address_is_different: false, suggested_address: null }
    return c.json(verification.status === 'unverified' ? { ...answer, unverified: true } : answer)
  }
  return c.json({
    confirmed: true,
    suggested_address_is_different: verification.suggestion !== undefined,
    suggested_address: toWirePlace(verification.suggestion ?? check.place),
  })
})

const MOST_LETTERS = 120
const FEWEST_LETTERS = 4
const PLACE_ID = /^[\w-]{1,512}$/
const SESSION = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const suggestionLimit = rateLimit(
  { points: 120, seconds: 60, by: bySession },
  { points: 1_200, seconds: 60, by: byNetwork },
)

/**
 * `?q=` what is typed as street, `&session=` a UUID for all that is typed up to a choice; or `?postal_code=`.
 * Answers `{ suggestions: [{ text, id, address }], source }`: `address` `{ street_address_1, street_address_2, city,
 * state, postal_code }` is what a choice fills (parts that are not known are ''); where it is null the choice asks for
 * it at `/address-suggestions/{id}?session=`. `source` is named beside the suggestions, when it is somebody.
 */
addressQuestionsRoutes.get(paths.addressSuggestions.pattern, suggestionLimit, async (c) => {
  const { db, finder } = c.var.services
  const zip = c.req.query('postal_code')
  if (zip !== undefined) return answerSuggestions(c, placeOfZip(db, zip).map(wholeOf), null)

  const typed = (c.req.query('q') ?? '').trim().slice(0, MOST_LETTERS)
  const session = sessionIn(c)
  if (typed.length < FEWEST_LETTERS || !session) return answerSuggestions(c, [], null)
  const suggestions = await finder.suggest({ typed, session, near: c.var.visitor.postalCode })
  const source = suggestions.some(({ id }) => id !== null) ? finder.source : null
  return answerSuggestions(c, suggestions, source)
})

/** `{ address }`, in the same fields; null when it cannot be had, and what was typed stays. */
addressQuestionsRoutes.get(paths.addressSuggestion.pattern, suggestionLimit, async (c) => {
  const [id, session] = [c.req.param('id'), sessionIn(c)]
  const place = PLACE_ID.test(id) && session ? await c.var.services.finder.find(id, session) : null
  return c.json({ address: place && toWirePlace(place) })
})

type Suggested = { text: string; id: string | null; place: Place | null }

const answerSuggestions = (c: Context<AppEnv>, suggestions: Suggested[], source: string | null) =>
  c.json({
    suggestions: suggestions.map(({ text, id, place }) => ({
      text,
      id,
      address: place && toWirePlace(place),
    })),
    source,
  })

const wholeOf = (place: Place): Suggested => ({ text: `${place.city}, ${place.state}`, id: null, place })

function sessionIn(c: Context<AppEnv>): string | null {
  const session = c.req.query('session') ?? ''
  return SESSION.test(session) ? session : null
}
