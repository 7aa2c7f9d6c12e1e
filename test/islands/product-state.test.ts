import { expect, test } from 'vitest'
import { type Event, initialState, reduce } from '#islands/product-detail/state.ts'
import { varietyOf, weightOf } from './product.ts'

const wagyu = varietyOf({
  slug: 'wagyu-ribeye',
  name: 'Wagyu ribeye',
  weights: [
    weightOf({ token: 'wagyu-small' }),
    weightOf({ token: 'wagyu-large', label: '2 × 14 oz' }),
    weightOf({ token: 'wagyu-gone', label: '4 lb', stock: { kind: 'sold_out' } }),
  ],
})
const after = (...events: Event[]) => events.reduce(reduce, initialState(varietyOf()))
const awaited: Event = { type: 'variety_requested', slug: 'wagyu-ribeye' }
const came: Event = { type: 'variety_loaded', variety: wagyu }

test('CAT-5 the current variety stays until the chosen one has loaded', () => {
  expect(after(awaited)).toMatchObject({ pending: 'wagyu-ribeye', variety: { slug: 'grass-fed-ribeye' } })
  expect(after(awaited, came)).toMatchObject({
    pending: null,
    announcement: 'Now showing Wagyu ribeye from Three Larks Ranch, MT.',
    variety: { slug: 'wagyu-ribeye' },
  })
})

test('CAT-5 of two varieties chosen quickly the last one wins, even if it is the first one again', () => {
  const other: Event = { type: 'variety_requested', slug: 'bison-ribeye' }
  expect(after(awaited, other, came).variety.slug).toBe('grass-fed-ribeye')
  const back: Event = { type: 'variety_requested', slug: 'grass-fed-ribeye' }
  expect(after(awaited, back, came)).toMatchObject({ pending: null, variety: { slug: 'grass-fed-ribeye' } })
})

test('CAT-5 the weight stays if the other farm has it, otherwise the first available one is chosen', () => {
  const large: Event = { type: 'weight_chosen', token: 'large' }
  expect(after(large, awaited, came).weight).toBe('wagyu-large')
  const without = { ...wagyu, weights: wagyu.weights.filter(({ label }) => label !== '2 × 14 oz') }
  expect(after(large, awaited, { type: 'variety_loaded', variety: without }).weight).toBe('wagyu-small')
})

test('CAT-6 the weight does not stay if it is sold out there', () => {
  const gone: Event = { type: 'variety_loaded', variety: { ...wagyu, weights: wagyu.weights.toReversed() } }
  const one = initialState(varietyOf({ weights: [weightOf({ label: '4 lb' })] }))
  expect([awaited, gone].reduce(reduce, one).weight).toBe('wagyu-large')
})

test('a product without weights has none selected', () => {
  expect(initialState(varietyOf({ weights: [] })).weight).toBeNull()
})
