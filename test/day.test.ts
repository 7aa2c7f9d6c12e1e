import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, assertDay, daysBetween, formatDay, isWeekend, parseDay, weekday } from '#src/day.ts'

const days = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
  .map((date) => assertDay(date.toISOString().slice(0, 10)))

describe('parsing a day', () => {
  test.each(['2026-11-20', '2024-02-29', '2000-02-29', '1999-12-31'])('accepts %s', (text) => {
    expect(parseDay(text)).toBe(text)
  })

  test.each([
    '',
    '2026-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-1-2',
    '0050-01-01',
    '9000-01-01',
    '9999-12-31',
  ])('rejects %j', (text) => expect(parseDay(text)).toBeNull())

  test.each(['2026-11-20T00:00', ' 2026-11-20', '2026-11-20\n', '20261120', '２０２６-11-20', '2026-aa-10'])(
    'rejects the malformed %j',
    (text) => expect(parseDay(text)).toBeNull(),
  )

  test('assertDay throws on a malformed day, which is a bug of ours', () => {
    expect(() => assertDay('tomorrow')).toThrow('not a day: tomorrow')
  })
})

describe('day arithmetic', () => {
  test('crosses months, years and leap days', () => {
    expect(addDays(assertDay('2028-02-28'), 1)).toBe('2028-02-29')
    expect(addDays(assertDay('2026-12-31'), 1)).toBe('2027-01-01')
    expect(addDays(assertDay('2026-03-01'), -1)).toBe('2026-02-28')
    expect(daysBetween(assertDay('2026-11-20'), assertDay('2027-01-04'))).toBe(45)
    expect(daysBetween(assertDay('2026-11-20'), assertDay('2026-11-18'))).toBe(-2)
  })

  test("agrees with JavaScript's Date in both directions", () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -20_000, max: 20_000 }), (day, n) => {
        const there = new Date(`${day}T12:00:00Z`)
        there.setUTCDate(there.getUTCDate() + n)
        const expected = there.toISOString().slice(0, 10)
        expect(addDays(day, n)).toBe(expected)
        expect(daysBetween(day, addDays(day, n))).toBe(n)
        expect(weekday(addDays(day, n))).toBe(there.getUTCDay())
      }),
    )
  })

  test('days sort as text in date order', () => {
    fc.assert(fc.property(days, days, (a, b) => a < b === daysBetween(a, b) > 0))
  })

  test('Saturday and Sunday are the weekend', () => {
    const week = ['15', '16', '17', '18', '19', '20', '21'].filter((date) =>
      isWeekend(assertDay(`2026-11-${date}`)),
    )
    expect(week).toEqual(['15', '21'])
  })
})

test('days have a long and a short format', () => {
  expect(formatDay(assertDay('2026-11-24'), 'long')).toBe('Tuesday, November 24')
  expect(formatDay(assertDay('2026-11-24'), 'short')).toBe('Tue, Nov 24')
  expect(formatDay(assertDay('2027-01-03'), 'long')).toBe('Sunday, January 3')
  expect(formatDay(assertDay('2027-01-03'), 'short')).toBe('Sun, Jan 3')
})
