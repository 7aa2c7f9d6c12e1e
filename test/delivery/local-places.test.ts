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

describe('CHK-3 what the shop itself can add to an address while it is typed', () => {
  test('the city and state of a ZIP code, and nothing for one that does not exist', () => {
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
  ])('a street with its ZIP code is whole: %s', (typed, whole) => {
    expect(lines(typed)).toEqual(whole)
  })

  test('a street and the beginning of a city: the places that begin so, the large ones first', () => {
    const found = placesFor(db, '12 Elm St, portl', null)
    expect(found.length).toBe(5)
    expect(found[0]).toEqual({ street1: '12 Elm St', street2: '', city: 'Portland', state: 'OR', zip: '' })
    expect(new Set(found.map(({ city }) => city.slice(0, 5)))).toEqual(new Set(['Portl']))
    expect(lines('12 Elm St, Portland, me')).toEqual(['12 Elm St, Portland, ME '])
    expect(lines('12 elm street, Apt 2, bismar')).toContain('12 Elm St Apt 2, Bismarck, ND ')
  })

  test('the ZIP code is filled where the city has only one, or where the visitor has said it', () => {
    expect(lines('12 Elm St, Nort Conway, NH')).toEqual([])
    expect(lines('12 Elm St, North Conway, NH')).toEqual(['12 Elm St, North Conway, NH 03860'])
    expect(lines('12 Elm St, seattle', '98101')[0]).toBe('12 Elm St, Seattle, WA 98101')
    expect(lines('12 Elm St, seattle', '10001')[0]).toBe('12 Elm St, Seattle, WA ')
  })

  test('signs that mean something to a database are only letters, and half a street asks for nothing', () => {
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

  test('no street is made up', () => {
    expect(lines('12 No Such Street In The World 98101')[0]).toContain('12 No Such Street In The World')
  })
})
