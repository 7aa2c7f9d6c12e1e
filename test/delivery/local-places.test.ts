import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { placeOfZip, placesFor } from '#src/delivery/local-places.ts'
import { referenceDatabase } from './database.ts'

let db: Db
beforeAll(async () => {
  db = await referenceDatabase()
})

const lines = (typed: string, near: string | null = null) =>
  placesFor(db, typed, near).map(({ street1, city, state, zip }) => `${street1}, ${city}, ${state} ${zip}`)

describe('CHK-3 address suggestions from our own data', () => {
  test('give the city and state of a ZIP code, and nothing for an unknown one', () => {
    expect(placeOfZip(db, '98101')).toEqual([
      { street1: '', street2: '', city: 'Seattle', state: 'WA', zip: '98101' },
    ])
    expect(placeOfZip(db, '98100')).toEqual([])
    expect(placeOfZip(db, '9810')).toEqual([])
  })

  test.each([
    ['1912 pike place 98101', ['1912 Pike Pl, Seattle, WA 98101']],
    ['1912 Pike Pl, Seattle, WA 98101', ['1912 Pike Pl, Seattle, WA 98101']],
    ['1912 pike place seattle wa, 98101', ['1912 Pike Pl, Seattle, WA 98101']],
    ['1912 Pike Pl 98100', []],
    ['12345', []],
    ['Pike Pl, 98101', []],
  ])('complete a street with its ZIP code: %s', (typed, whole) => {
    expect(lines(typed)).toEqual(whole)
  })

  test('complete a street and the start of a city with matching places, largest first', () => {
    const found = placesFor(db, '12 Elm St, portl', null)
    expect(found.length).toBe(5)
    expect(found[0]).toEqual({ street1: '12 Elm St', street2: '', city: 'Portland', state: 'OR', zip: '' })
    expect(new Set(found.map(({ city }) => city.slice(0, 5)))).toEqual(new Set(['Portl']))
    expect(lines('12 Elm St, Portland, me')).toEqual(['12 Elm St, Portland, ME '])
    expect(lines('12 elm street, Apt 2, bismar')).toContain('12 Elm St Apt 2, Bismarck, ND ')
  })

  test('fill in the ZIP code if the city has only one, or from the visitor’s saved one', () => {
    expect(lines('12 Elm St, Nort Conway, NH')).toEqual([])
    expect(lines('12 Elm St, North Conway, NH')).toEqual(['12 Elm St, North Conway, NH 03860'])
    expect(lines('12 Elm St, seattle', '98101')[0]).toBe('12 Elm St, Seattle, WA 98101')
    expect(lines('12 Elm St, seattle', '10001')[0]).toBe('12 Elm St, Seattle, WA ')
  })

  test('treat SQL wildcards and quotes as plain text, and need a street and the start of a city', () => {
    for (const typed of [
      '12 Elm St, %',
      '12 Elm St, a%',
      '12 Elm St, s_at',
      "12 Elm St, '",
      '12 Elm St',
      '',
      ', Seattle',
    ])
      expect([typed, lines(typed)]).toEqual([typed, []])
  })

  test('keep the typed street', () => {
    expect(lines('12 No Such Street In The World 98101')[0]).toContain('12 No Such Street In The World')
  })
})
