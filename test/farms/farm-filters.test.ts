import { expect, test } from 'vitest'
import { badgeOptions, farmsQuery, hasAll, readBadges } from '#src/farms/farm-filters.ts'

const FARMS = [
  { badges: ['Grass-fed', 'Family-run'] },
  { badges: ['Grass-fed', 'Organic', 'Organic'] },
  { badges: ['Family-run'] },
]

test('COM-1 badges combine, and each remaining one shows how many farms it would leave', () => {
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

test('COM-1 badges from the URL are limited, and equal choices have the same URL', () => {
  expect(readBadges({})).toEqual([])
  expect(readBadges({ badge: ['Organic', 'Organic', '', 'x'.repeat(41)] })).toEqual(['Organic'])
  expect(readBadges({ badge: Array.from({ length: 50 }, (_, n) => `b${n}`) })).toHaveLength(12)
  expect(farmsQuery(['Organic', 'Grass-fed'])).toBe(farmsQuery(['Grass-fed', 'Organic']))
  expect(farmsQuery(['Grass-fed'], 2)).toBe('?badge=Grass-fed&page=2')
  expect(farmsQuery([], 1)).toBe('')
})
