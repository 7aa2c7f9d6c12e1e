import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, assertDay, type Day, daysBetween } from '#src/day.ts'
import {
  type CalendarDay,
  type CalendarFacts,
  deliveryCalendar,
  firstOpenDay,
  judgeDay,
} from '#src/delivery/calendar.ts'
import type { ClosedReason } from '#src/delivery/closed-days.ts'
import { dayIn } from '#src/delivery/zones.ts'
import { oracleMoments, type Trouble, troublesOf } from '../../delivery/oracle.ts'
import { worlds } from '../../delivery/worlds.ts'

/** The conditions that make each reason true. */
const TRUE_WHEN: Record<ClosedReason, Trouble[]> = {
  too_soon: ['locked', 'not after today'],
  beyond_horizon: ['beyond the horizon'],
  sunday: ['arrives on a Sunday', 'Sunday on the road'],
  holiday: ['arrives on a holiday', 'ships on a holiday', 'holiday on the road'],
  weekday: ['no ship weekday'],
  blocked: ['blocked'],
  closed: [], // the generated worlds close no ship day; test/fulfillment/calendar.long.test.ts does
  weather: ['weather'],
  full: ['full'],
}

const RUNS = { numRuns: 150 }

const byDay = (facts: CalendarFacts, check: (day: CalendarDay) => void) =>
  deliveryCalendar(facts).forEach(check)

/** The facts of the trip by which a day was offered. */
const tripOf = (facts: CalendarFacts, day: CalendarDay): CalendarFacts =>
  day.ok && day.expedited ? { ...facts, transitDays: 1 } : facts

describe('in any world', () => {
  test('CAL-2 no offered date breaks any rule', () => {
    fc.assert(
      fc.property(worlds, (facts) => {
        byDay(facts, (day) => {
          if (day.ok) expect([day.date, ...troublesOf(tripOf(facts, day), day.date)]).toEqual([day.date])
        })
      }),
      RUNS,
    )
  })

  test('CAL-2 every date that breaks no rule is offered', () => {
    fc.assert(
      fc.property(worlds, (facts) => {
        byDay(facts, (day) => {
          if (!day.ok) expect(troublesOf(facts, day.date).size).toBeGreaterThan(0)
        })
      }),
      RUNS,
    )
  })

  test('CAL-4 every closed day has a true reason and a sentence', () => {
    fc.assert(
      fc.property(worlds, (facts) => {
        byDay(facts, (day) => {
          if (day.ok) return
          const troubles = troublesOf(facts, day.date)
          expect(TRUE_WHEN[day.reason].some((trouble) => troubles.has(trouble))).toBe(true)
          expect(day.sentence).toMatch(/^[A-Z].*\.$/)
        })
      }),
      RUNS,
    )
  })

  test('an open day ships its transit days earlier, with the lock, charge and warning times of the oracle', () => {
    fc.assert(
      fc.property(worlds, (facts) => {
        byDay(facts, (day) => {
          if (!day.ok) return
          const trip = tripOf(facts, day)
          expect(daysBetween(day.shipOn, day.date)).toBe(trip.transitDays)
          const { lockAt, chargeAt, warnAt } = day
          expect({ lockAt, chargeAt, warnAt }).toEqual(oracleMoments(trip, day.date))
          expect(chargeAt).toBeLessThanOrEqual(lockAt)
        })
      }),
      RUNS,
    )
  })

  test("the horizon is the 45 days after the center's today, without a gap", () => {
    fc.assert(
      fc.property(worlds, (facts) => {
        const today = dayIn(facts.center.zone, facts.now)
        const dates = deliveryCalendar(facts).map(({ date }) => date)
        expect(dates).toEqual(Array.from({ length: 45 }, (_, i) => addDays(today, i + 1)))
      }),
      RUNS,
    )
  })

  test('judgeDay agrees with the calendar, and firstOpenDay is the earliest open day', () => {
    fc.assert(
      fc.property(worlds, (facts) => {
        const calendar = deliveryCalendar(facts)
        expect(firstOpenDay(facts)).toEqual(calendar.find(({ ok }) => ok) ?? null)
        for (const day of calendar) expect(judgeDay(facts, day.date)).toEqual(day)
      }),
      { numRuns: 50 },
    )
  })

  test('a day before tomorrow is too soon; one after the horizon is beyond it', () => {
    fc.assert(
      fc.property(worlds, fc.nat(400), (facts, n) => {
        const today = dayIn(facts.center.zone, facts.now)
        expect(judgeDay(facts, today)).toMatchObject({ ok: false, reason: 'too_soon' })
        expect(judgeDay(facts, addDays(today, -n))).toMatchObject({ ok: false, reason: 'too_soon' })
        expect(judgeDay(facts, addDays(today, 46 + n))).toMatchObject({ ok: false, reason: 'beyond_horizon' })
      }),
    )
  })

  test('CAL-3 expedited only opens days within one transit day, and closes none', () => {
    fc.assert(
      fc.property(worlds, (facts) => {
        const standard = deliveryCalendar({ ...facts, expedited: false })
        const overnight = deliveryCalendar({ ...facts, transitDays: 1, expedited: false })
        deliveryCalendar({ ...facts, expedited: true }).forEach((day, i) => {
          if (standard[i]!.ok) expect(day).toEqual(standard[i])
          else if (overnight[i]!.ok && facts.transitDays > 1)
            expect(day).toEqual({ ...overnight[i]!, expedited: true })
          else expect(day).toEqual(standard[i])
        })
      }),
      { numRuns: 50 },
    )
  })

  test('a day closes exactly at its lock', () => {
    fc.assert(
      fc.property(worlds, (facts) => {
        const open = firstOpenDay({ ...facts, expedited: false })
        if (!open) return
        expect(judgeDay({ ...facts, expedited: false, now: open.lockAt - 1 }, open.date).ok).toBe(true)
        expect(judgeDay({ ...facts, expedited: false, now: open.lockAt }, open.date)).toMatchObject({
          reason: 'too_soon',
        })
      }),
      { numRuns: 60 },
    )
  })
})

describe('the week of Thanksgiving 2026, from Reno to Seattle', () => {
  const seattle: CalendarFacts = {
    now: Date.parse('2026-11-20T21:59:59Z'), // Friday, one second before 2 pm in Reno
    center: {
      city: 'Reno',
      zone: 'America/Los_Angeles',
      lockHour: 14,
      shipWeekdays: [1, 2, 3, 4, 5],
      dailyCapacity: 500,
    },
    transitDays: 2,
    expedited: false,
    holidays: new Map([[assertDay('2026-11-26'), 'Thanksgiving Day']]),
    shipDays: new Map([[assertDay('2026-12-02'), { taken: 500, capacity: 500 }]]),
    blocks: [],
  }
  const sentences = (facts: CalendarFacts) =>
    Object.fromEntries(
      deliveryCalendar(facts)
        .slice(0, 16)
        .map((day) => [day.date.slice(5), day.ok ? 'open' : `${day.reason}: ${day.sentence}`]),
    )

  test('CAL-4 open, full, holiday and too-early days each have their own sentence', () => {
    expect(sentences(seattle)).toEqual({
      '11-21': "too_soon: It's too late to order for Saturday, November 21.",
      '11-22': 'sunday: No deliveries on Sundays.',
      '11-23': "weekday: We don't ship from Reno on Saturdays, so nothing arrives on Monday, November 23.",
      '11-24': "weekday: We don't ship from Reno on Sundays, so nothing arrives on Tuesday, November 24.",
      '11-25': 'open',
      '11-26': 'holiday: Thursday, November 26 is Thanksgiving Day, so there are no deliveries.',
      '11-27': 'holiday: A box arriving on Friday, November 27 would spend Thanksgiving Day in a truck.',
      '11-28':
        "holiday: We don't ship from Reno on Thanksgiving Day, so nothing arrives on Saturday, November 28.",
      '11-29': 'sunday: No deliveries on Sundays.',
      '11-30': "weekday: We don't ship from Reno on Saturdays, so nothing arrives on Monday, November 30.",
      '12-01': "weekday: We don't ship from Reno on Sundays, so nothing arrives on Tuesday, December 1.",
      '12-02': 'open',
      '12-03': 'open',
      '12-04': "full: We're fully booked for Friday, December 4.",
      '12-05': 'open',
      '12-06': 'sunday: No deliveries on Sundays.',
    })
  })

  test('one second later the last box before the holiday is gone', () => {
    expect(firstOpenDay(seattle)?.date).toBe('2026-11-25')
    expect(firstOpenDay({ ...seattle, now: seattle.now + 1_000 })?.date).toBe('2026-12-02')
  })

  test('expedited reaches Tuesday', () => {
    const day = firstOpenDay({ ...seattle, expedited: true })
    expect(day).toMatchObject({ date: '2026-11-24', shipOn: '2026-11-23', expedited: true })
  })

  test("a Sunday in transit closes a day that isn't a Sunday itself", () => {
    const leavingSaturday = { ...seattle, center: { ...seattle.center, shipWeekdays: [6 as const] } }
    expect(judgeDay(leavingSaturday, assertDay('2026-11-30'))).toEqual({
      date: '2026-11-30' as Day,
      ok: false,
      reason: 'sunday',
      sentence: 'A box arriving on Monday, November 30 would spend Sunday in a truck.',
    })
  })
})
