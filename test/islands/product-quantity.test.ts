import { expect, test } from 'vitest'
import {
  initialQuantity,
  type Quantity,
  type QuantityEvent,
  reduceQuantity,
  requestedQuantity,
} from '#islands/product-detail/quantity.ts'

const range = { min: 2, max: 6 }
const after = (...events: QuantityEvent[]): Quantity =>
  events.reduce((quantity, event) => reduceQuantity(range, quantity, event), initialQuantity(range))
const typed = (text: string): QuantityEvent => ({ type: 'typed', text })
const left: QuantityEvent = { type: 'committed' }
const more: QuantityEvent = { type: 'stepped', by: 1 }
const less: QuantityEvent = { type: 'stepped', by: -1 }
const inBox = (amount: number): QuantityEvent => ({ type: 'in_box', amount })

test('CRT-2 starts at the minimum', () => {
  expect(after().typed).toBe('2')
})

test('CRT-2 an empty or blank field becomes the minimum', () => {
  expect(after(typed('5'), left, typed(''), left).typed).toBe('2')
  expect(after(typed('5'), left, typed('  '), left).typed).toBe('2')
})

test.each(['7', '1', '0', '-3', '2.5', '1e1', 'two', '99999'])(
  'CRT-2 %s reverts to the previous quantity',
  (text) => {
    expect(after(typed('5'), left, typed(text), left)).toMatchObject({ typed: '5', settled: 5 })
  },
)

test('CRT-3 nothing is validated while typing', () => {
  expect(after(typed('77'))).toMatchObject({ typed: '77', settled: 2 })
})

test('CRT-3 the buttons stay within the limits and step from the typed number', () => {
  expect(after(less).typed).toBe('2')
  expect(after(more, more, more, more, more).typed).toBe('6')
  expect(after(typed('4'), more).typed).toBe('5')
  expect(after(typed('99'), less).typed).toBe('6')
  expect(after(typed('x'), more).typed).toBe('3')
})

test('CRT-3 shows the quantity in the cart and requests no change of it', () => {
  const added = after(more, inBox(3))
  expect(added).toMatchObject({ typed: '3', inBox: 3 })
  expect(requestedQuantity(added)).toBeNull()
  expect(requestedQuantity(after(more))).toBeNull()
})

test('CRT-3 a change is sent once the cart has some; below the minimum removes the item', () => {
  expect(requestedQuantity(after(inBox(3), more))).toBe(4)
  expect(requestedQuantity(after(inBox(3), typed('6'), left))).toBe(6)
  expect(requestedQuantity(after(inBox(2), less))).toBe(0)
  expect(requestedQuantity(after(inBox(3), typed('0'), left))).toBe(0)
  expect(requestedQuantity(after(inBox(3), more, more, more, more, more))).toBe(6)
})

test('CRT-2 a rejected quantity reverts to the one in the cart, or to the minimum if there is none', () => {
  expect(after(inBox(3), more, more, inBox(5), inBox(3)).typed).toBe('3')
  expect(after(more, more, inBox(4), inBox(0)).typed).toBe('2')
})

test('CRT-3 a cart update leaves alone what is being typed and a quantity not yet added', () => {
  expect(after(inBox(3), typed('5'), inBox(4))).toMatchObject({ typed: '5', settled: 4, inBox: 4 })
  expect(after(more, more, inBox(0)).typed).toBe('4')
})

test('CRT-2 stock may drop while choosing, but what is already in the cart stays', () => {
  const fewer = { min: 2, max: 3 }
  expect(reduceQuantity(fewer, after(typed('5'), left), left).typed).toBe('3')
  expect(reduceQuantity(fewer, after(inBox(5)), left).typed).toBe('5')
})
