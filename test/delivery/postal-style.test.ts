import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lacksUnitNumber, postalStyle } from '#src/postal/street-style.ts'

describe('CHK-3 postal style', () => {
  test.each([
    ['1912 pike place', '1912 Pike Pl'],
    ['1912 Pike Pl', '1912 Pike Pl'],
    ['1912 PIKE PLACE', '1912 Pike Pl'],
    ['  1912   Pike  Pl. ', '1912 Pike Pl'],
    ['12 north main street', '12 N Main St'],
    ['12 N. Main St.', '12 N Main St'],
    ['1 park avenue south', '1 Park Ave S'],
    ['1001 northeast 5TH avenue', '1001 NE 5th Ave'],
    ['5 east west highway', '5 E West Hwy'],
    ['12 north street', '12 North St'],
    ['12 South Street Northwest', '12 South St NW'],
    ['12 court street', '12 Court St'],
    ['100 broadway', '100 Broadway'],
    ['200 avenue b', '200 Avenue B'],
    ['123 county road 12', '123 County Road 12'],
    ['7 McDonald Road', '7 McDonald Rd'],
    ["10 o'brien lane", "10 O'Brien Ln"],
    ["10 men's club drive", "10 Men's Club Dr"],
    ['1 MLK boulevard', '1 MLK Blvd'],
    ['12 Elm Street, Suite 400', '12 Elm St Ste 400'],
    ['12 elm st apartment 5b', '12 Elm St Apt 5B'],
    ['12 elm st #4', '12 Elm St # 4'],
    ['2 Unit Rd', '2 Unit Rd'],
    ['apartment 5b', 'Apt 5B'],
    ['12½ Elm St', '12½ Elm St'],
    ['', ''],
  ])('%j becomes %j', (typed, written) => expect(postalStyle(typed)).toBe(written))

  test('text already in postal style stays the same', () => {
    const word = fc.constantFrom(
      'north',
      'Elm',
      'street',
      'PIKE',
      'apt',
      '#',
      '5b',
      '1st',
      'Ave.',
      'west',
      "o'dell",
      '12',
      'lane',
    )
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
        const once = postalStyle(`12 ${words.join(' ')}`)
        expect(postalStyle(once)).toBe(once)
      }),
    )
  })

  test('a unit without a number is detected', () => {
    expect(['12 Elm St Apt', 'Suite', 'apt.', '12 Elm St #'].every(lacksUnitNumber)).toBe(true)
    expect(['12 Elm St Apt 5', 'Penthouse', '12 Elm St', '', 'Basement'].some(lacksUnitNumber)).toBe(false)
  })
})
