import { expect, test } from 'vitest'
import { least, type Quantity, type QuantityEvent, reduceQuantity } from '#islands/product-detail/quantity.ts'

const range = { min: 2, max: 6 }
const after = (...events: QuantityEvent[]): Quantity =>
  events.reduce((quantity, event) => reduceQuantity(range, quantity, event), least(range))
const typed = (text: string): QuantityEvent => ({ type: 'typed', text })
const left: QuantityEvent = { type: 'left' }
const more: QuantityEvent = { type: 'stepped', by: 1 }
const less: QuantityEvent = { type: 'stepped', by: -1 }

test('CRT-2 it begins at the least amount sold', () => {
  expect(after().typed).toBe('2')
})

test('CRT-2 an empty field goes to the least, blanks too', () => {
  expect(after(typed('5'), left, typed(''), left).typed).toBe('2')
  expect(after(typed('5'), left, typed('  '), left).typed).toBe('2')
})

test.each(['7', '1', '0', '-3', '2.5', '1e1', 'two', '99999'])(
  'CRT-2 %s goes back to what stood there',
  (text) => {
    expect(after(typed('5'), left, typed(text), left)).toMatchObject({ typed: '5', settled: 5 })
  },
)

test('CRT-3 while it is being typed nothing is judged', () => {
  expect(after(typed('77'))).toMatchObject({ typed: '77', settled: 2 })
})

test('CRT-3 the buttons stay within the bounds, and step from what was typed', () => {
  expect(after(less).typed).toBe('2')
  expect(after(more, more, more, more, more).typed).toBe('6')
  expect(after(typed('4'), more).typed).toBe('5')
  expect(after(typed('99'), less).typed).toBe('6')
  expect(after(typed('x'), more).typed).toBe('3')
})

test('CRT-2 a refused amount goes back to the one the box last took', () => {
  expect(after(more, { type: 'accepted' }, more, more, { type: 'refused' }).typed).toBe('3')
  expect(after(more, more, { type: 'refused' }).typed).toBe('2')
})
