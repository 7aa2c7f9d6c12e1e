import { expect, test } from 'vitest'
import { tableList } from '#db/client.ts'
import { formatCents, groupDigits, parseDollars, perPoundCents, readCents, weighedCents } from '#src/money.ts'
import { world } from './support/world.ts'

test.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [123_456, '$1,234.56'],
  [100_000_000, '$1,000,000.00'],
  [-1_995, '−$19.95'],
])('GND-1 %i cents are formatted as %s', (cents, words) => expect(formatCents(cents)).toBe(words))

test('GND-1 long counts have thousands separators', () => {
  expect(['7', '412', '1234', '1234567'].map(groupDigits)).toEqual(['7', '412', '1,234', '1,234,567'])
})

test('GND-1 parses amounts the way people type them, to the cent, and rejects anything else', () => {
  expect(['12.50', ' $1,250 ', '8.5', '0', '24.9', '1234567.89'].map(parseDollars)).toEqual([
    1_250, 125_000, 850, 0, 2_490, 123_456_789,
  ])
  const wrong = ['', '-3', '1.234', '1e3', 'ten', '=1', '12.50 USD', '1,23', '12345678']
  expect(wrong.map(parseDollars)).toEqual(wrong.map(() => null))
  expect([readCents('', '$2.05'), readCents('205', ''), readCents('2.05', '3')]).toEqual([205, 205, null])
})

test('GND-1 the price per pound is rounded to whole cents', () => {
  expect(perPoundCents(4_650, 397)).toBe(5_314) // 14 oz
  expect(perPoundCents(1_150, 454)).toBe(1_150) // 1 lb
  expect(perPoundCents(5_400, 283)).toBe(8_640) // 10 oz
  expect(perPoundCents(1_000, 500)).toBe(907) // half a kilogram isn't a whole number of ounces
})

test('GND-1 every money column is an integer, enforced by the table itself', async () => {
  const { db } = await world()
  const columns = tableList(db).flatMap(({ name }) =>
    db.all<{ table: string; name: string; type: string }>(
      `select '${name}' as "table", name, type from pragma_table_info('${name}') where name like '%cents'`,
    ),
  )
  expect(columns.length).toBeGreaterThan(15)
  expect(columns.filter((column) => column.type !== 'INTEGER')).toEqual([])
})

test.each([
  [890, 4_082, 8_010], // 9.00 lb
  [890, 3_629, 7_120], // 8.00 lb
  [1_499, 1_551, 5_127], // 3.42 lb at $14.99 is $51.2658
  [333, 227, 167], // half a pound at $3.33 is $1.665
])('CWT-1 at %i cents a pound, %i g cost %i cents', (poundCents, grams, cents) =>
  expect(weighedCents(poundCents, grams)).toBe(cents),
)
