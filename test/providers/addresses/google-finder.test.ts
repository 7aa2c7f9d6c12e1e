import { afterEach, describe, expect, test, vi } from 'vitest'
import { createLog } from '#src/log.ts'
import type { AddressFinder } from '#src/providers/addresses/finder.ts'
import { googleFinder } from '#src/providers/addresses/google-finder.ts'
import { type Asked, BAD_MOODS, outsideServer } from '../../support/outside-server.ts'

afterEach(() => void vi.useRealTimers())

const SESSION = 'b1f9c7d2-0a3e-4c55-9d0e-6f1a2b3c4d5e'
const OWN = { street1: '1912 Canary Pl', street2: '', city: 'Seattle', state: 'WA', zip: '98101' }
const fallback: AddressFinder = {
  source: null,
  suggest: async () => [{ text: 'our own', id: null, place: OWN }],
  find: async () => null,
}

const prediction = (placeId: string, text: string) => ({ placePrediction: { placeId, text: { text } } })
const part = (longText: string, type: string, shortText = longText) => ({
  longText,
  shortText,
  types: [type, 'political'],
  languageCode: 'en',
})

const SEATTLE = [
  part('1912', 'street_number'),
  part('Pike Place', 'route', 'Pike Pl'),
  part('5b', 'subpremise'),
  part('Seattle', 'locality'),
  part('King County', 'administrative_area_level_2'),
  part('Washington', 'administrative_area_level_1', 'WA'),
  part('United States', 'country', 'US'),
  part('98101', 'postal_code'),
  part('1013', 'postal_code_suffix'),
]

async function maps(answer: (asked: Asked) => unknown) {
  const server = await outsideServer(answer)
  const lines: string[] = []
  const log = createLog('trace', { write: (line: string) => void lines.push(line) })
  return { ...server, lines, maps: googleFinder({ url: server.url, key: 'a-canary-key', log, fallback }) }
}

const question = { typed: '1912 canary', session: SESSION, near: '98101' }

describe('OPS-4 CHK-3 suggestions from Google Maps', () => {
  test('are requested by the server, for US street addresses only, under the session', async () => {
    const { maps: google, asked } = await maps(() => ({
      suggestions: [
        prediction('ChIJ_one', '1912 Pike Pl, Seattle, WA, USA'),
        prediction('Eh-two', '1912 Pike St'),
      ],
    }))
    expect(await google.suggest(question)).toEqual([
      { text: '1912 Pike Pl, Seattle, WA', id: 'ChIJ_one', place: null },
      { text: '1912 Pike St', id: 'Eh-two', place: null },
    ])
    expect(asked[0]).toMatchObject({ method: 'POST', headers: { 'x-goog-api-key': 'a-canary-key' } })
    expect(asked[0]!.url.pathname + asked[0]!.url.search).toBe('/v1/places:autocomplete')
    expect(JSON.parse(asked[0]!.body)).toMatchObject({
      input: '1912 canary',
      sessionToken: SESSION,
      includedRegionCodes: ['us'],
      includedPrimaryTypes: ['street_address', 'premise', 'subpremise'],
    })
  })

  test('are at most five, and may be none', async () => {
    const many = Array.from({ length: 9 }, (_, nth) => prediction(`p${nth}`, `${nth} Elm St`))
    expect(await (await maps(() => ({ suggestions: many }))).maps.suggest(question)).toHaveLength(5)
    expect(await (await maps(() => ({}))).maps.suggest(question)).toEqual([])
  })

  test('a chosen one is a full address in postal style, fetched under the same session', async () => {
    const { maps: google, asked } = await maps(() => ({ addressComponents: SEATTLE }))
    expect(await google.find('ChIJ_one', SESSION)).toEqual({
      street1: '1912 Pike Pl',
      street2: '# 5B',
      city: 'Seattle',
      state: 'WA',
      zip: '98101',
    })
    expect(asked[0]!.url.pathname).toBe('/v1/places/ChIJ_one')
    expect(asked[0]!.url.searchParams.get('sessionToken')).toBe(SESSION)
    expect(asked[0]!.headers['x-goog-fieldmask']).toBe('addressComponents')
  })

  test('a borough is the city where there is no locality', async () => {
    const brooklyn = SEATTLE.map((one) =>
      one.longText === 'Seattle' ? part('Brooklyn', 'sublocality_level_1') : one,
    )
    const { maps: google } = await maps(() => ({ addressComponents: brooklyn }))
    expect(await google.find('x', SESSION)).toMatchObject({ city: 'Brooklyn' })
  })

  test.each(['street_number', 'route', 'locality', 'administrative_area_level_1', 'country'])(
    'without its %s it is no address',
    async (missing) => {
      const parts = SEATTLE.filter(({ types }) => types[0] !== missing)
      const { maps: google } = await maps(() => ({ addressComponents: parts }))
      expect(await google.find('x', SESSION)).toBeNull()
    },
  )

  test('an address abroad is ignored', async () => {
    const abroad = SEATTLE.map((one) => (one.types[0] === 'country' ? part('Canada', 'country', 'CA') : one))
    const { maps: google } = await maps(() => ({ addressComponents: abroad }))
    expect(await google.find('x', SESSION)).toBeNull()
  })
})

describe('R29 Google Maps failing', () => {
  test.each(BAD_MOODS)(
    "R29 %s: falls back to the shop's own suggestions, and logs nothing private",
    async (mood) => {
      const { maps: google, state, lines, asked } = await maps(() => ({ suggestions: [] }))
      state.mood = mood
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const suggesting = Promise.all([google.suggest(question), google.find('canary', SESSION)])
      await vi.waitUntil(() => asked.length === 2, { timeout: 30_000 })
      vi.advanceTimersByTime(1_500)
      expect(await suggesting).toEqual([[{ text: 'our own', id: null, place: OWN }], null])
      expect(lines).toHaveLength(2)
      expect(lines.join()).not.toMatch(/canary|98101|127\.0/i)
    },
  )
})
