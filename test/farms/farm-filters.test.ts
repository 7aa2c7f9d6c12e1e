import { expect, test } from 'vitest'
import { badgeOptions, farmsQuery, hasAll, readBadges } from '#src/farms/farm-filters.ts'

const FARMS = [
  { badges: ['Grass-fed', 'Family-run'] },
  { badges: ['Grass-fed', 'Organic', 'Organic'] },
  { badges: ['Family-run'] },
]

test('COM-1 badges combine, and each further one says how many farms it leaves', () => {
  expect(badgeOptions(FARMS, [])).toEqual([
    { badge: 'Family-run', isChosen: false, count: 2 },
    { badge: 'Grass-fed', isChosen: false, count: 2 },
    { badge: 'Organic', isChosen: false, count: 1 },
  ])
  expect(badgeOptions(FARMS, ['Organic'])).toEqual([
    { badge: 'Family-run', isChosen: false, count: 0 },
    { badge: 'Grass-fed', isChosen: false, count: 1 },
    { badge: 'Organic', isChosen: true, count: 1 },
  ])
  expect(FARMS.filter((farm) => hasAll(farm, ['Grass-fed', 'Family-run']))).toEqual([FARMS[0]])
})

test('COM-1 what an address asks for is bounded, and equal choices have one address', () => {
  expect(readBadges({})).toEqual([])
  expect(readBadges({ badge: ['Organic', 'Organic', '', 'x'.repeat(41)] })).toEqual(['Organic'])
  expect(readBadges({ badge: Array.from({ length: 50 }, (_, n) => `b${n}`) })).toHaveLength(12)
  expect(farmsQuery(['Organic', 'Grass-fed'])).toBe(farmsQuery(['Grass-fed', 'Organic']))
  expect(farmsQuery(['Grass-fed'], 2)).toBe('?badge=Grass-fed&page=2')
  expect(farmsQuery([], 1)).toBe('')
})
