import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS, type Instant } from '#src/day.ts'
import { formatMoment, formatTime, zoneName } from '#views/shared/local-time.ts'

const ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Phoenix',
]

const asWritten = (at: Instant, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })
    .format(at)
    .replaceAll('\u202f', ' ')

const shown = (at: Instant, zone: string) =>
  `${formatTime(at, zone).replace('am', 'AM').replace('pm', 'PM')} ${zoneName(at, zone)}`

test('local times match Intl at any moment in ten years', () => {
  const from = Date.parse('2024-01-01T00:00:00Z')
  const moments = fc.integer({ min: from, max: from + 3_650 * DAY_MS })
  fc.assert(
    fc.property(moments, fc.constantFrom(...ZONES), (at, zone) => shown(at, zone) === asWritten(at, zone)),
    { numRuns: 2_000 },
  )
})

test('local times are correct in the minutes around DST changes, noon and midnight', () => {
  const minutes = (around: string) =>
    Array.from({ length: 241 }, (_, nth) => Date.parse(around) + (nth - 120) * 60_000)
  const moments = [
    '2026-03-08T10:00:00Z',
    '2026-11-01T09:00:00Z',
    '2026-06-01T07:00:00Z',
    '2026-06-01T19:00:00Z',
  ]
  for (const at of moments.flatMap(minutes))
    expect(shown(at, 'America/Los_Angeles')).toBe(asWritten(at, 'America/Los_Angeles'))
  expect(formatMoment(Date.parse('2026-11-20T22:00:00Z'), 'America/Los_Angeles')).toBe(
    'Friday, November 20, 2 pm PST',
  )
})
