import type { Logger } from 'pino'
import { z } from 'zod'
import type { Place } from '../../postal/place.ts'
import { stateCode } from '../../postal/states.ts'
import { postalStyle } from '../../postal/street-style.ts'
import { callOutside, troubleOf } from '../outside-call.ts'
import type { AddressFinder, Question, Suggestion } from './finder.ts'

export const GOOGLE_PLACES_URL = 'https://places.googleapis.com'

/** Somebody is typing: what comes later than this comes too late. */
const PATIENCE_MS = 1_500
const MOST = 5

type Settings = {
  url: string
  key: string
  log: Logger /** Answers while Google does not. */
  instead: AddressFinder
}

/** Google's Places API (New), asked by our server: its own script would bring styles that our policy forbids. */
export function googleFinder({ url, key, log, instead }: Settings): AddressFinder {
  async function ask(path: string, fields: string, body?: object): Promise<unknown> {
    const headers = { 'content-type': 'application/json', 'x-goog-api-key': key, 'x-goog-fieldmask': fields }
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    return callOutside(`${url}/v1/${path}`, init, PATIENCE_MS)
  }

  function note(error: unknown) {
    log.warn({ event: 'maps_trouble', reason: troubleOf(error) }, 'no suggestions from the maps')
  }

  return {
    source: 'Google Maps',
    async suggest(question) {
      try {
        return suggestionsIn(await ask('places:autocomplete', SUGGESTED, wishOf(question)))
      } catch (error) {
        note(error)
        return instead.suggest(question)
      }
    },
    async find(id, session) {
      const wish = new URLSearchParams({ sessionToken: session, languageCode: 'en', regionCode: 'us' })
      try {
        return placeIn(await ask(`places/${encodeURIComponent(id)}?${wish}`, 'addressComponents'))
      } catch (error) {
        note(error)
        return null
      }
    },
  }
}

const SUGGESTED = 'suggestions.placePrediction.placeId,suggestions.placePrediction.text.text'

const wishOf = ({ typed, session }: Question) => ({
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

const suggestionsIn = (answer: unknown): Suggestion[] =>
  Predictions.parse(answer)
    .suggestions.slice(0, MOST)
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

/** What Google calls the part of New York that an envelope names, among others. */
const CITY_TYPES = ['locality', 'sublocality_level_1', 'postal_town', 'administrative_area_level_3']

function placeIn(answer: unknown): Place | null {
  const { addressComponents } = Details.parse(answer)
  const part = (...types: string[]): Component | undefined =>
    types.map((type) => addressComponents.find((one) => one.types.includes(type))).find(Boolean)

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
