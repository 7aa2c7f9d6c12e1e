import { expect, test } from 'vitest'
import { cacheTotals, createByteCache, MAX_CACHED_BYTES, memoize, roughBytes } from '#src/byte-cache.ts'

test('SEC-8 all caches share one size limit and evict the least recently used entries', () => {
  const facts = createByteCache<string>('facts of the test')
  const searches = createByteCache<string>('searches of the test')
  const large = 'x'.repeat(1024 * 1024)
  for (let index = 0; index < 100; index += 1) {
    const cache = index % 2 === 0 ? facts : searches
    cache.set(`${index}`, large)
    facts.get('0')
  }
  const { totalBytes, bytesByKind } = cacheTotals()
  expect(totalBytes).toBeLessThanOrEqual(MAX_CACHED_BYTES)
  expect(bytesByKind.get('facts of the test')).toBeGreaterThan(0.3 * MAX_CACHED_BYTES)
  expect([facts.get('0'), facts.get('2'), searches.get('99')]).toEqual([large, undefined, large])

  facts.clear()
  searches.clear()
  expect([facts.get('0'), bytesByKind.get('facts of the test')]).toEqual([undefined, 0])
})

test('an entry that is set again counts once', () => {
  const cache = createByteCache<string>('entries of the test')
  cache.set('a', 'x'.repeat(1_000))
  const before = cacheTotals().bytesByKind.get('entries of the test')
  cache.set('a', 'y'.repeat(1_000))
  expect(cacheTotals().bytesByKind.get('entries of the test')).toBe(before)
})

test('memoize does not cache null, because callers may ask for anything', () => {
  const cache = createByteCache<string | null>('nulls of the test')
  let asked = 0
  const find = () => {
    asked += 1
    return null
  }
  for (const _ of [1, 2]) expect(memoize(cache, 'nothing', find)).toBeNull()
  expect(asked).toBe(2)
})

test('the size estimate grows in proportion to plain data', () => {
  const row = { name: 'Ribeye', cents: 4_200, tags: ['grass-fed', 'dry-aged'] }
  const rows = Array.from({ length: 10_000 }, () => ({ ...row }))
  expect(roughBytes(rows) / (10_000 * roughBytes(row))).toBeCloseTo(1, 1)
  expect(roughBytes(new Map(rows.map((one, index) => [index, one])))).toBeGreaterThan(roughBytes(rows))
  expect(roughBytes(new Float64Array(1_000))).toBeGreaterThan(8_000)
})
