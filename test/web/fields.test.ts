import { expect, test } from 'vitest'
import { z } from 'zod'
import { digits, line, lines, readFields } from '#src/web/fields.ts'

const Schema = z.object({ delivery_name: line(5) })
const labels = { delivery_name: 'your name' }
const refusal = (delivery_name: unknown) => {
  const read = readFields(Schema, { delivery_name }, labels)
  return read.ok ? null : read.message
}

test('PAY-3 an invalid field is named as the form names it, in our own words', () => {
  expect(refusal('Ana')).toBeNull()
  expect(refusal('Annabel')).toBe('Please check your name: at most 5 characters.')
})

test.each([12, 0, true, false, ['Ana'], [], { $ne: 1 }])(
  'SEC-5 %j is not text, and gets our own message',
  (sent) => {
    const sentence = 'Please check your name: it must be plain text.'
    expect(refusal(sent)).toBe(sentence)
    const note = readFields(z.object({ delivery_name: lines(5) }), { delivery_name: sent }, labels)
    expect(note).toEqual({ ok: false, message: sentence })
  },
)

test('SEC-5 a missing field is empty, and a number may be sent as a number or as text', () => {
  const Order = z.object({ name: line(5), note: lines(5), quantity: digits(3) })
  const read = (body: object) => readFields(Order, { ...body })
  expect(read({})).toEqual({ ok: true, value: { name: '', note: '', quantity: '' } })
  expect(read({ name: null, quantity: null })).toEqual(read({}))
  expect(read({ quantity: 12 })).toEqual(read({ quantity: ' 12 ' }))
  for (const quantity of [true, [12], { of: 12 }, 1234])
    expect([quantity, read({ quantity }).ok]).toEqual([quantity, false])
})

test.each(['\u0000', '\n', '\u007f', '\u202a', '\u202e', '\u2066', '\u2069'])(
  'GND-10 %j is not allowed in a line',
  (sign) => {
    expect(refusal(`A${sign}b`)).toBe('Please check your name: it contains invalid characters.')
  },
)
