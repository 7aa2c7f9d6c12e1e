import type { Logger } from 'pino'
import { z } from 'zod'
import type { Place } from '../../postal/place.ts'
import { stateCode } from '../../postal/states.ts'
import { postalStyle } from '../../postal/street-style.ts'
import { failureReason, fetchJson } from '../fetch-json.ts'
import type { AddressFinder, AddressQuery, Suggestion } from './finder.ts'

export const GOOGLE_PLACES_URL = 'https://places.googleapis.com'

/** A later answer is useless while someone types. */
const TIMEOUT_MS = 1_500
const MAX_SUGGESTIONS = 5

type Settings = {
  url: string
  key: string
  log: Logger
  fallback: AddressFinder
}

/** Places API (New), called by our server, because Google's script adds styles that our policy forbids. */
export function googleFinder({ url, key, log, fallback }: Settings): AddressFinder {
  async function call(path: string, fields: string, body?: object): Promise<unknown> {
    const headers = { 'content-type': 'application/json', 'x-goog-api-key': key, 'x-goog-fieldmask': fields }
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    return fetchJson(`${url}/v1/${path}`, init, TIMEOUT_MS)
  }

  function logFailure(error: unknown) {
    log.warn({ event: 'maps_trouble', reason: failureReason(error) }, 'Google Maps did not answer')
  }

  return {
    source: 'Google Maps',
    async suggest(query) {
      try {
        return suggestionsIn(await call('places:autocomplete', SUGGESTION_FIELDS, bodyOf(query)))
      } catch (error) {
        logFailure(error)
        return fallback.suggest(query)
      }
    },
    async find(id, session) {
      const params = new URLSearchParams({ sessionToken: session, languageCode: 'en', regionCode: 'us' })
      try {
        return placeIn(await call(`places/${encodeURIComponent(id)}?${params}`, 'addressComponents'))
      } catch (error) {
        logFailure(error)
        return null
      }
    },
  }
}

const SUGGESTION_FIELDS = 'suggestions.placePrediction.placeId,suggestions.placePrediction.text.text'

const bodyOf = ({ typed, session }: AddressQuery) => ({
  input: typed,
  sessionToken: session,
  includedRegionCodes: ['us'],
  includedPrimaryTypes: ['street_address', 'premise', 'subpremise'],
  languageCode: 'en',
  regionCode: 'us',
})

const Predictions = z.object({
  suggestions: z
    .array(
      z.object({
        placePrediction: z.object({
          placeId: z.string().regex(/^[\w-]{1,512}$/),
          text: z.object({ text: z.string().min(1).max(300) }),
        }),
      }),
    )
    .default([]),
})

const suggestionsIn = (response: unknown): Suggestion[] =>
  Predictions.parse(response)
    .suggestions.slice(0, MAX_SUGGESTIONS)
    .map(({ placePrediction: { placeId, text } }) => ({
      text: text.text.replace(/, USA$/, ''),
      id: placeId,
      place: null,
    }))

const Details = z.object({
  addressComponents: z.array(
    z.object({ longText: z.string().max(200), shortText: z.string().max(200), types: z.array(z.string()) }),
  ),
})

type Component = z.output<typeof Details>['addressComponents'][number]

/** Google's types for the city on an envelope; Brooklyn is a sublocality. */
const CITY_TYPES = ['locality', 'sublocality_level_1', 'postal_town', 'administrative_area_level_3']

function placeIn(response: unknown): Place | null {
  const { addressComponents } = Details.parse(response)
  const part = (...types: string[]): Component | undefined =>
    types.map((type) => addressComponents.find(({ types }) => types.includes(type))).find(Boolean)

  const [number, route] = [part('street_number'), part('route')]
  const [city, unit] = [part(...CITY_TYPES), part('subpremise')]
  const state = stateCode(part('administrative_area_level_1')?.shortText ?? '')
  const zip = part('postal_code')?.longText.slice(0, 5) ?? ''
  if (part('country')?.shortText !== 'US' || !number || !route || !city || !state) return null
  return {
    street1: postalStyle(`${number.longText} ${route.shortText}`),
    street2: unit ? postalStyle(`# ${unit.longText}`) : '',
    city: city.longText,
    state,
    zip,
  }
}
