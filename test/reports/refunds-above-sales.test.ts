import { expect, test } from 'vitest'
import { reportSums } from '#db/schema/index.ts'
import { assertDay } from '#src/day.ts'
import { rangeOf } from '#src/reports/range.ts'
import { sales } from '#src/reports/sales-reports.ts'
import { NOW } from '../support/now.ts'
import { world } from '../support/world.ts'

test('ANA-5 a period of more refunds than sales is compared with no percentage', async () => {
  const { db } = await world()
  const sum = (day: string, name: string, cents: number) =>
    db
      .insert(reportSums)
      .values({ kind: 'money', day: assertDay(day), name, count: 1, units: 0, cents })
      .run()
  sum('2030-03-08', 'charge', 10_000)
  sum('2030-03-10', 'refund', 6_000)
  sum('2030-03-12', 'charge', 4_000)
  const sentence = (from: string, to: string) => {
    const range = rangeOf({ from, to }, assertDay('2030-03-20')) ?? expect.fail('a range')
    return sales.read(db, range, NOW).sentence
  }
  expect(sentence('2030-03-10', '2030-03-11')).toBe('−$60.00 after refunds from 0 orders.')
  expect(sentence('2030-03-12', '2030-03-13')).toBe('$40.00 after refunds from 0 orders.')
  expect(sentence('2030-03-10', '2030-03-12')).toBe('−$20.00 after refunds from 0 orders.')
  expect(sentence('2030-03-09', '2030-03-09')).toBe(
    '$0.00 after refunds from 0 orders, 100% less than the period before.',
  )
})
