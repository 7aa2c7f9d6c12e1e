import { describe, expect, test } from 'vitest'
import { holidayRows } from '#db/data/holidays.ts'
// Public and bank holidays of 'US' by date-holidays 3.37.0
import independentList from './us-holidays.json' with { type: 'json' }

const rows = holidayRows()
const on = (day: string) => rows.find((row) => row.day === day)

describe('CAL-6 holidays', () => {
  test('match an independent list from 2024 to 2035, observed days included', () => {
    expect(rows.map(({ day }) => day as string).sort()).toEqual(independentList)
  })

  test('are eleven a year, each with its name', () => {
    const names = rows
      .filter(({ day, name }) => day.startsWith('2026') && !name.endsWith('(observed)'))
      .map(({ name }) => name)
    expect(names).toHaveLength(11)
    expect(on('2026-11-26')).toMatchObject({ name: 'Thanksgiving Day', observed: true })
  })

  test('close the carrier on six days', () => {
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

  test('include the Friday before Independence Day 2026, a Saturday', () => {
    expect(on('2026-07-03')).toMatchObject({ name: 'Independence Day (observed)', observed: true })
    expect(on('2026-07-04')).toMatchObject({ name: 'Independence Day', observed: true })
  })
})
