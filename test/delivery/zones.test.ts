import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { assertDay, HOUR_MS } from '#src/day.ts'
import { dayIn, instantOf } from '#src/delivery/zones.ts'

const ZONES = [
  'America/Los_Angeles',
  'America/New_York',
  'America/Phoenix',
  'America/Havana',
  'Pacific/Kiritimati',
]

const at = (iso: string) => Date.parse(iso)

test('2 pm in Reno is correct in standard and daylight time', () => {
  expect(instantOf(assertDay('2026-11-20'), 14, 'America/Los_Angeles')).toBe(at('2026-11-20T22:00:00Z'))
  expect(instantOf(assertDay('2026-07-20'), 14, 'America/Los_Angeles')).toBe(at('2026-07-20T21:00:00Z'))
})

test('a skipped hour becomes the next one, and a repeated hour is the first', () => {
  expect(instantOf(assertDay('2026-03-08'), 2, 'America/New_York')).toBe(at('2026-03-08T07:00:00Z'))
  expect(instantOf(assertDay('2026-11-01'), 1, 'America/New_York')).toBe(at('2026-11-01T05:00:00Z'))
})

test('a day ends at midnight in its own zone', () => {
  expect(dayIn('America/Los_Angeles', at('2026-11-21T07:59:59.999Z'))).toBe('2026-11-20')
  expect(dayIn('America/Los_Angeles', at('2026-11-21T08:00:00.000Z'))).toBe('2026-11-21')
  expect(dayIn('America/New_York', at('2026-11-21T07:59:59.999Z'))).toBe('2026-11-21')
})

test('cached results match Temporal, in any order of calls', () => {
  const moments = fc.integer({ min: at('2024-01-01T00:00:00Z'), max: at('2036-01-01T00:00:00Z') })
  fc.assert(
    fc.property(
      fc.array(moments, { minLength: 1, maxLength: 5 }),
      fc.constantFrom(...ZONES),
      (asked, zone) => {
        for (const moment of asked.flatMap((one) => [one, one + 5 * HOUR_MS, one - 3 * HOUR_MS])) {
          const there = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone)
          expect(dayIn(zone, moment)).toBe(there.toPlainDate().toString())
        }
      },
    ),
  )
})
