import { expect, test } from 'vitest'
import { parseOptions } from './options.ts'
import { pagesOf } from './pages.ts'
import { partsOf } from './parts.ts'
import { planOf } from './plan.ts'

function planned(...args: string[]) {
  const result = parseOptions(args)
  if (!result.ok) throw new Error(result.message)
  const plan = planOf(result.options)
  return { ...plan, parts: plan.shops.map((shop) => partsOf(plan, shop).map(({ name }) => name)) }
}

const problem = (...args: string[]) => {
  const result = parseOptions(args)
  return result.ok ? null : result.message
}

test('SPD-5 a full run measures all sizes, a quick one the two smaller ones', () => {
  expect(planned().shops.map(({ offers, orders }) => [offers, orders])).toEqual([
    [10_000, 0],
    [200, 0],
    [100_000, 0],
    [10_000, 500_000],
  ])
  expect(planned('--quick').shops.map(({ offers }) => offers)).toEqual([10_000, 200])
})

test('SPD-5 parts that depend on the size are measured for every size, all others once', () => {
  const [usual, ...others] = planned().parts
  expect(usual).toEqual([
    'start',
    'orders',
    'pages',
    'shoppers',
    'loop',
    'memory',
    'processes',
    'sockets',
    'accounts',
    'ingest',
    'center',
  ])
  for (const parts of others) expect(parts).toEqual(['start', 'orders', 'pages', 'loop'])
  expect(planned('--quick').parts[0]).not.toContain('accounts')
})

test('SPD-1 measures what shoppers and the center do, with a bare server as the baseline for each page', () => {
  const shelves = { slugs: ['a-cut'], pages: 1, orders: ['order'], guestOrders: ['order'], tokens: ['offer'] }
  const pages = pagesOf(shelves).map(({ name }) => name)
  expect(pages).toEqual(
    expect.arrayContaining([
      'listing',
      'product',
      'search, words seldom asked',
      'add to cart, and out again',
      'mini cart',
    ]),
  )
  // Whole shoppers go from the listing to a paid order; the center exports; sockets are idle.
  expect(planned('--quick').parts[0]).toEqual(
    expect.arrayContaining(['pages', 'shoppers', 'center', 'sockets']),
  )
})

test('SPD-5 parts can be measured alone', () => {
  expect(planned('--only', 'accounts', '--quick').parts).toEqual([['accounts'], []])
  expect(planned('--only', 'start', '--only', 'loop', '--offers', '500').parts).toEqual([['start', 'loop']])
})

test('SCL-1 the ceiling is measured when asked for, and only then', () => {
  expect(planned('--ceiling').parts).toEqual([['ceiling'], [], [], []])
  expect(planned('--ceiling', '--quick').parts).toEqual([['ceiling'], []])
  expect(planned().parts[0]).not.toContain('ceiling')
  expect(planned('--ceiling').form).not.toBe(planned().form)
})

test('SPD-5 only runs of the same form are compared', () => {
  const forms = [[], ['--quick'], ['--only', 'start'], ['--offers', '300'], ['--orders', '5']]
  expect(new Set(forms.map((args) => planned(...args).form)).size).toBe(forms.length)
  expect(planned('--shop', '../older').form).toBe(planned().form)
})

test('SPD-5 invalid options are refused with a message', () => {
  expect(problem('--only', 'home')).toMatch(/^--only takes one of start, .*, not “home”\.$/)
  expect(problem('--offers', '12')).toBe('--offers takes a whole number from 200 to 1,000,000, not “12”.')
  expect(problem('--fast')).toMatch(/Unknown option '--fast'/)
  expect(problem('--offers', '10,000', '--shop', '../older')).toBeNull()
})
