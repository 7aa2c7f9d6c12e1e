import { expect, test } from 'vitest'
import { readQuantity } from '#src/cart/fields.ts'

test.each([
  [0, 0],
  [7, 7],
  ['7', 7],
  [' 7 ', 7],
  ['007', 7],
  [1e9, 1e9],
  ['12345', 12345],
  [-1, -1],
  ['-1', -1],
  ['-0', 0],
  ['', 2],
  [undefined, 2],
  [null, 2],
])('CRT-2 %j is read as %j if the minimum is two', (sent, quantity) => {
  expect(readQuantity(sent, 2)).toBe(quantity)
})

test.each([
  [1.5],
  [Number.NaN],
  ['1.5'],
  [1e300],
  ['9'.repeat(16)],
  ['1e1'],
  ['0x1'],
  ['１'],
  [[1]],
  [{}],
  [true],
])('CRT-2 %j is not a quantity', (sent) => {
  expect(readQuantity(sent, 2)).toBeNull()
})
