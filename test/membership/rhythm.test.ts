import { describe, expect, test } from 'vitest'
import { addDays, assertDay, type Day, daysBetween, weekday } from '#src/day.ts'
import type { CalendarDay } from '#src/delivery/calendar.ts'
import { nextBoxDay } from '#src/membership/rhythm.ts'
import { RENEW_PERIODS } from '#src/orders/recurring-rules.ts'
import { random } from '../support/random.ts'

const noon = (date: Day) => Date.parse(`${date}T12:00:00Z`)

const opened = (date: Day): CalendarDay => ({
  date,
  ok: true,
  shipOn: addDays(date, -2),
  expedited: false,
  lockAt: noon(addDays(date, -3)),
  chargeAt: noon(addDays(date, -3)),
  warnAt: 0,
})
const closed = (date: Day): CalendarDay => ({ date, ok: false, reason: 'holiday', sentence: '' })

const WEEKS = { two_weeks: 2, four_weeks: 4, six_weeks: 6, eight_weeks: 8 } as const

describe('the day of the next box', () => {
  test('MEM-4 is whole weeks later, across months, years and DST changes', () => {
    const draw = random(18)
    for (let round = 0; round < 500; round++) {
      const from = addDays(assertDay('2026-01-01'), draw.below(1500))
      const period = draw.pick(RENEW_PERIODS)
      const next = nextBoxDay(from, period, opened, 0)!
      expect(daysBetween(from, next.day.date)).toBe(WEEKS[period] * 7)
      expect(weekday(next.day.date)).toBe(weekday(from))
    }
  })

  test('MEM-4 moves from a closed day to the next open one, and the box after it returns to its weekday', () => {
    const thanksgiving = assertDay('2026-11-26')
    const judge = (date: Day) => (date === thanksgiving ? closed(date) : opened(date))
    const next = nextBoxDay(addDays(thanksgiving, -28), 'four_weeks', judge, 0)!
    expect([next.rhythmOn, next.day.date]).toEqual([thanksgiving, '2026-11-27'])
    expect(nextBoxDay(next.rhythmOn, 'four_weeks', judge, 0)!.day.date).toBe('2026-12-24')
  })

  test('MEM-4 leaves time to announce the charge, and boxes never overtake each other', () => {
    const draw = random(81)
    for (let round = 0; round < 500; round++) {
      const from = addDays(assertDay('2026-01-01'), draw.below(800))
      const period = draw.pick(RENEW_PERIODS)
      const earliest = noon(addDays(from, draw.below(200)))
      const seed = draw.below(1e9)
      const judge = (date: Day) =>
        random(seed + noon(date) / 86_400_000).chance(0.3) ? closed(date) : opened(date)
      const next = nextBoxDay(from, period, judge, earliest)!
      expect(next.day.chargeAt).toBeGreaterThanOrEqual(earliest)
      expect(weekday(next.rhythmOn)).toBe(weekday(from))
      const after = nextBoxDay(next.rhythmOn, period, judge, 0)!
      expect(after.day.date > next.day.date).toBe(true)
    }
  })

  test('MEM-4 is null if no day is ever open', () => {
    expect(nextBoxDay(assertDay('2026-01-01'), 'two_weeks', closed, 0)).toBeNull()
  })
})
