import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withCheckDigit } from '#src/catalog/gtin.ts'
import { packageLabel, readPackageCode } from '#src/fulfillment/package-code.ts'

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((each) => each.join(''))
const word = fc.stringMatching(/^[A-Z0-9][A-Z0-9.-]{0,18}$/)
const gtin = digits(13).map(withCheckDigit)

test('FUL-11 our own label encodes any item, lot and serial', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\w-]{22}$/), word, word, (offerToken, lot, serial) => {
      expect(readPackageCode(` ${packageLabel(offerToken, lot, serial)}\r`)).toEqual({
        offerToken,
        gtin: null,
        lot,
        serial,
        netGrams: null,
      })
    }),
  )
})

test('FUL-11 a GS1 code is read with its parts in any order, as scanned and as typed', () => {
  fc.assert(
    fc.property(
      gtin,
      word,
      word,
      fc.integer({ min: 1, max: 99_999 }),
      fc.integer({ min: 0, max: 5 }),
      fc.shuffledSubarray(['10', '21', '17'], { minLength: 3 }),
      (item, lot, serial, grams, place, order) => {
        const weight = String(grams * 10 ** Math.max(0, place - 3)).padStart(6, '0')
        fc.pre(weight.length === 6 && place >= 3)
        const values: Record<string, string> = { '10': lot, '21': serial, '17': '270101' }
        const parts: [string, string][] = [
          ['01', item],
          [`310${place}`, weight],
          ...order.map((ai): [string, string] => [ai, values[ai] ?? '']),
        ]
        const read = { offerToken: null, gtin: item, lot, serial, netGrams: grams }
        const scanned = parts.map(([ai, value]) => ai + value + (ai === '10' || ai === '21' ? '\u001d' : ''))
        expect(readPackageCode(`]C1${scanned.join('')}`)).toEqual(read)
        expect(readPackageCode(parts.map(([ai, value]) => `(${ai})${value}`).join(''))).toEqual(read)
      },
    ),
  )
})

test('FUL-11 pounds and kilograms give the same weight; conflicting weights or a wrong check digit are rejected', () => {
  const item = '00012345678905'
  expect(readPackageCode(`(01)${item}(3202)000986`)?.netGrams).toBe(4472)
  expect(readPackageCode(`(01)${item}(3103)004472(3202)000986`)?.netGrams).toBe(4472)
  for (const wrong of [
    `(01)${item}(3103)004472(3202)001986`,
    '(01)00012345678906(10)A',
    `(01)${item}(3103)000000`,
    `(01)${item}(10)A(10)B`,
    `(10)A`,
    `(01)${item}(99)A`,
    `]C101${item}31`,
  ])
    expect(readPackageCode(wrong)).toBe(null)
})

test('FUL-11 a UPC-A with an embedded price or weight is read as its item alone', () => {
  const first = readPackageCode(withCheckDigit('21234500899'))
  expect(first).toEqual(readPackageCode(withCheckDigit('21234501799')))
  expect(first?.gtin).toMatch(/^00212345/)
  expect(readPackageCode('012345678905')?.gtin).toBe('00012345678905')
})

test('FUL-11 any other scan is a value and never throws', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.stringMatching(/^\]C1\d{0,40}$/), fc.string({ unit: 'binary' })),
      (scanned) => {
        const code = readPackageCode(scanned)
        expect(code === null || typeof (code.offerToken ?? code.gtin) === 'string').toBe(true)
      },
    ),
  )
})
