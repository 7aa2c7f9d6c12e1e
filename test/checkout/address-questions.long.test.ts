import { describe, expect, test } from 'vitest'
import type { AddressFinder } from '#src/providers/addresses/finder.ts'
import { toldVerifier } from '../support/address-verifiers.ts'
import { changedTables, dump } from '../support/dump.ts'
import { type World, world } from '../support/world.ts'

const SESSION = 'b1f9c7d2-0a3e-4c55-9d0e-6f1a2b3c4d5e'
const PIKE = { address_1: '1912 Pike Pl', address_2: '', city: 'Seattle', state: 'WA', postal_code: '98101' }
const PLACE = { street1: '1912 Pike Pl', street2: 'Apt 5', city: 'Seattle', state: 'WA', zip: '98101' }

async function ask({ shopper }: World, path: string, fields: Record<string, string>) {
  const response = await (await shopper()).call('GET', `${path}?${new URLSearchParams(fields)}`)
  return { status: response.status, ...((await response.json()) as object) }
}

const verify = (made: World, change: Partial<typeof PIKE> = {}) =>
  ask(made, '/v1/addresses/verify', { ...PIKE, ...change })

describe('CHK-3 GET /v1/addresses/verify', () => {
  test('CHK-3 confirms a correct address as is', async () => {
    expect(await verify(await world())).toEqual({
      status: 200,
      confirmed: true,
      suggested_address_is_different: false,
      suggested_address: {
        street_address_1: '1912 Pike Pl',
        street_address_2: '',
        city: 'Seattle',
        state: 'WA',
        postal_code: '98101',
      },
    })
  })

  test('CHK-3 confirms an address in another spelling, and suggests the standard one', async () => {
    expect(await verify(await world(), { address_1: '1912 pike place', city: 'seattle' })).toMatchObject({
      confirmed: true,
      suggested_address_is_different: true,
      suggested_address: { street_address_1: '1912 Pike Pl', city: 'Seattle' },
    })
  })

  test.each([
    ['a city that is not the ZIP code’s', { address_1: '12 Elm St', city: 'Portland' }],
    ['half a unit', { address_2: 'Apt' }],
    ['a ZIP code that is not known', { postal_code: '98100' }],
  ])('CHK-3 does not confirm %s', async (_, change) => {
    expect(await verify(await world(), change)).toEqual({
      status: 200,
      confirmed: false,
      suggested_address_is_different: false,
      suggested_address: null,
    })
  })

  test.each([
    [{ address_1: ' ' }, 'Please fill in the missing fields: Street Address 1'],
    [{ city: '', state: '' }, 'Please fill in the missing fields: City and State'],
    [{ postal_code: '9810' }, 'Please enter a 5 digit zip code'],
    [
      { address_1: 'P.O. Box 7' },
      "Hmm, this looks like a PO Box, and unfortunately we can't deliver to those",
    ],
    [{ state: 'OR' }, 'ZIP code 98101 is in Washington. Please check the state and ZIP code.'],
    [{ address_1: 'x'.repeat(121) }, 'Please check address 1: at most 120 characters.'],
    [{ city: 'Sea\u0000ttle' }, 'Please check city: it contains invalid characters.'],
  ])('CHK-3 rejects %j with 422', async (change, message) => {
    const made = await world()
    expect(await verify(made, change)).toEqual({ status: 422, message, error: message })
  })

  test('CHK-3 changes nothing in the shop', async () => {
    const made = await world()
    const ana = await made.shopper()
    const before = dump(made.db)
    await ana.call('GET', `/v1/addresses/verify?${new URLSearchParams(PIKE)}`)
    await ana.call('GET', `/address-suggestions?q=12+Elm+St+98101&session=${SESSION}`)
    expect(changedTables(before, dump(made.db))).toEqual([])
  })

  test('R29 while the verifier is down, says so and confirms nothing', async () => {
    const { verifier } = toldVerifier({ status: 'unverified' })
    expect(await verify(await world({ services: { addressVerifier: verifier } }))).toEqual({
      status: 200,
      confirmed: false,
      suggested_address_is_different: false,
      suggested_address: null,
      unverified: true,
    })
  })

  test('CHK-3 drops a suggestion that we could not deliver to', async () => {
    const { told, verifier } = toldVerifier()
    const made = await world({ services: { addressVerifier: verifier } })
    for (const bad of [{ street1: 'PO Box 7' }, { state: 'OR' }, { zip: '9810' }, { city: '' }]) {
      told.answer = { status: 'confirmed', suggestion: { ...PLACE, ...bad } }
      expect(await verify(made)).toMatchObject({ confirmed: false, suggested_address: null })
    }
  })
})

describe('CHK-3 autocomplete suggestions', () => {
  const suggest = (made: World, fields: Record<string, string>) => ask(made, '/address-suggestions', fields)
  const whole = { street_address_2: '', city: 'Seattle', state: 'WA', postal_code: '98101' }

  test('CHK-3 a ZIP code suggests its city and state', async () => {
    expect(await suggest(await world(), { postal_code: '98101' })).toEqual({
      status: 200,
      suggestions: [{ text: 'Seattle, WA', id: null, address: { ...whole, street_address_1: '' } }],
      source: null,
    })
    for (const postal_code of ['00000', '9810', "'", ''])
      expect(await suggest(await world(), { postal_code })).toMatchObject({ suggestions: [] })
  })

  test('CHK-3 without an autocomplete provider, suggestions come from our list of ZIP codes', async () => {
    const made = await world()
    expect(await suggest(made, { q: '1912 pike place, 98101', session: SESSION })).toMatchObject({
      suggestions: [
        { text: '1912 Pike Pl, Seattle, WA 98101', address: { street_address_1: '1912 Pike Pl' } },
      ],
      source: null,
    })
    const ana = await made.shopper()
    await ana.call('POST', '/v1/update_postal_code', { postal_code: '98101' })
    const answer = await ana.call('GET', `/address-suggestions?q=12+Elm+St,+Seat&session=${SESSION}`)
    const { suggestions } = (await answer.json()) as { suggestions: { address: object }[] }
    expect(suggestions[0]?.address).toMatchObject({ city: 'Seattle', postal_code: '98101' })
  })

  test.each([
    { q: '19', session: SESSION },
    { q: '1912 pike place, 98101' },
    { q: '1912 pike place, 98101', session: 'x' },
    { q: `12 ${'a'.repeat(9000)}, 98101`, session: SESSION },
  ])('CHK-3 too little text, too much, or no valid session gets no suggestions', async (fields) => {
    expect(await suggest(await world(), fields as Record<string, string>)).toEqual({
      status: 200,
      suggestions: [],
      source: null,
    })
  })

  test('CHK-3 a chosen map suggestion is looked up in full, under the same session', async () => {
    const asked: unknown[] = []
    const addressFinder: AddressFinder = {
      source: 'Google Maps',
      async suggest(question) {
        asked.push(question)
        return [{ text: '1912 Pike Pl', id: 'ChIJ_one', place: null }]
      },
      async find(id, session) {
        asked.push([id, session])
        return id === 'ChIJ_one' ? PLACE : null
      },
    }
    const made = await world({ services: { addressFinder } })
    expect(await suggest(made, { q: '1912 p', session: SESSION })).toEqual({
      status: 200,
      suggestions: [{ text: '1912 Pike Pl', id: 'ChIJ_one', address: null }],
      source: 'Google Maps',
    })
    expect(await ask(made, '/address-suggestions/ChIJ_one', { session: SESSION })).toEqual({
      status: 200,
      address: { ...whole, street_address_1: '1912 Pike Pl', street_address_2: 'Apt 5' },
    })
    expect(await ask(made, '/address-suggestions/other', { session: SESSION })).toMatchObject({
      address: null,
    })
    expect(await ask(made, '/address-suggestions/%2e%2e%2fetc', { session: SESSION })).toMatchObject({
      address: null,
    })
    expect(await ask(made, '/address-suggestions/ChIJ_one', { session: '../' })).toMatchObject({
      address: null,
    })
    expect(asked).toEqual([
      { typed: '1912 p', session: SESSION, near: null },
      ['ChIJ_one', SESSION],
      ['other', SESSION],
    ])
  })
})
