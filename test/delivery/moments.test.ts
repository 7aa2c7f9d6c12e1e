import { describe, expect, test } from 'vitest'
import { assertDay, type Day, type Instant } from '#src/day.ts'
import { momentsOf } from '#src/delivery/moments.ts'

const RENO = { zone: 'America/Los_Angeles', lockHour: 14 }
const CARLISLE = { zone: 'America/New_York', lockHour: 14 }

const holidays = (...days: string[]) =>
  new Map(days.map((day): [Day, string] => [assertDay(day), 'a holiday']))

function moments(arrivesOn: string, shipOn: string, clock = RENO, rest = holidays()) {
  const { lockAt, chargeAt, warnAt } = momentsOf(assertDay(arrivesOn), assertDay(shipOn), clock, rest)
  return { lockAt: utc(lockAt), chargeAt: utc(chargeAt), warnAt: utc(warnAt) }
}

const utc = (at: Instant) => new Date(at).toISOString().slice(0, 16)

describe('lock_at', () => {
  test('is 14:00 on the day before a midweek ship day', () => {
    expect(moments('2026-11-19', '2026-11-18').lockAt).toBe('2026-11-17T22:00')
  })

  test('is on Friday for a box that ships on Monday', () => {
    expect(moments('2026-11-25', '2026-11-23').lockAt).toBe('2026-11-20T22:00')
  })

  test('skips a holiday, and a holiday next to a weekend', () => {
    expect(moments('2026-11-28', '2026-11-27', RENO, holidays('2026-11-26')).lockAt).toBe('2026-11-25T22:00')
    expect(moments('2026-07-08', '2026-07-06', RENO, holidays('2026-07-03', '2026-07-04')).lockAt).toBe(
      '2026-07-02T21:00',
    )
  })

  test('GND-9 uses the center’s lock hour and time zone', () => {
    expect(moments('2026-11-19', '2026-11-18', CARLISLE).lockAt).toBe('2026-11-17T19:00')
    expect(moments('2026-11-19', '2026-11-18', { ...CARLISLE, lockHour: 9 }).lockAt).toBe('2026-11-17T14:00')
  })

  test('GND-9 stays at its hour across both DST changes', () => {
    expect(moments('2026-03-10', '2026-03-09').lockAt).toBe('2026-03-06T22:00')
    expect(moments('2026-03-11', '2026-03-10').lockAt).toBe('2026-03-09T21:00')
    expect(moments('2026-11-03', '2026-11-02').lockAt).toBe('2026-10-30T21:00')
    expect(moments('2026-11-04', '2026-11-03').lockAt).toBe('2026-11-02T22:00')
  })
})

describe('charge_at', () => {
  test('is midnight two days before arrival if the lock comes later', () => {
    expect(moments('2026-11-19', '2026-11-18').chargeAt).toBe('2026-11-17T08:00')
  })

  test('is the lock if that comes first', () => {
    expect(moments('2026-11-25', '2026-11-23').chargeAt).toBe('2026-11-20T22:00')
    expect(moments('2026-11-20', '2026-11-17').chargeAt).toBe('2026-11-16T22:00')
  })

  test('is midnight in the UTC offset of that night', () => {
    expect(moments('2026-03-11', '2026-03-10').chargeAt).toBe('2026-03-09T07:00')
    expect(moments('2026-11-04', '2026-11-03').chargeAt).toBe('2026-11-02T08:00')
    expect(moments('2026-07-16', '2026-07-15').chargeAt).toBe('2026-07-14T07:00')
  })
})

describe('warn_at', () => {
  test('is 26 hours before the lock', () => {
    expect(moments('2026-11-19', '2026-11-18').warnAt).toBe('2026-11-16T20:00')
  })

  test('is 26 elapsed hours even across a DST change', () => {
    expect(moments('2026-11-04', '2026-11-03')).toMatchObject({
      lockAt: '2026-11-02T22:00',
      warnAt: '2026-11-01T20:00',
    })
  })
})
