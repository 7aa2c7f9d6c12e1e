import { describe, expect, test } from 'vitest'
import { holidayRows } from '#db/data/holidays.ts'
// Public and bank holidays of 'US' by date-holidays 3.37.0
import independentList from './us-holidays.json' with { type: 'json' }

const rows = holidayRows()
const on = (day: string) => rows.find((row) => row.day === day)

describe('CAL-6 the holidays', () => {
  test('from 2024 to 2035 are those of an independent list, substitutes included', () => {
    expect(rows.map(({ day }) => day as string).sort()).toEqual(independentList)
  })

  test('eleven a year, each by name', () => {
    const names = rows
      .filter(({ day, name }) => day.startsWith('2026') && !name.endsWith('(observed)'))
      .map(({ name }) => name)
    expect(names).toHaveLength(11)
    expect(on('2026-11-26')).toMatchObject({ name: 'Thanksgiving Day', observed: true })
  })

  test('the carrier rests on six of them', () => {
    const resting = rows
      .filter(({ day, observed }) => day.startsWith('2025') && observed)
      .map(({ day }) => day)
    expect(resting).toEqual([
      '2025-01-01',
      '2025-05-26',
      '2025-07-04',
      '2025-09-01',
      '2025-11-27',
      '2025-12-25',
    ])
    expect(on('2026-11-11')).toMatchObject({ name: 'Veterans Day', observed: false })
  })

  test('Independence Day of 2026, a Saturday, closes its Friday too', () => {
    expect(on('2026-07-03')).toMatchObject({ name: 'Independence Day (observed)', observed: true })
    expect(on('2026-07-04')).toMatchObject({ name: 'Independence Day', observed: true })
  })
})
