import { expect, test } from 'vitest'
import { z } from 'zod'
import { line, readFields } from '#src/http/fields.ts'

const Schema = z.object({ delivery_name: line(5) })
const labels = { delivery_name: 'your name' }
const refusal = (delivery_name: unknown) => {
  const read = readFields(Schema, { delivery_name }, labels)
  return read.ok ? null : read.message
}

test('PAY-3 a field that does not fit is named as the form names it, in our own words', () => {
  expect(refusal('Ana')).toBeNull()
  expect(refusal(['Ana'])).toBe('Please check your name.')
  expect(refusal({ $ne: 1 })).toBe('Please check your name.')
  expect(refusal('Annabel')).toBe('Please check your name: at most 5 characters.')
})

test.each(['\u0000', '\n', '\u007f', '\u202a', '\u202e', '\u2066', '\u2069'])(
  'GND-10 %j is no part of a line',
  (sign) => {
    expect(refusal(`A${sign}b`)).toBe('Please check your name: it holds control characters.')
  },
)
