import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#src/day.ts'
import { zonesOfZip } from '#src/delivery/zip-zones.ts'
import { nextDeliveryTextAt, nextMarketingTextAt } from '#src/texts/quiet-hours.ts'
import { random } from '../support/random.ts'

const hourIn = (moment: number, timeZone: string) =>
  Number(new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(moment))

const at = (text: string) => Date.parse(text)

test("TRK-3 no text is sent from 9 p.m. to 8 a.m. at the recipient's ZIP code, across both DST changes", () => {
  const seattle = zonesOfZip('98101')
  const next = (text: string) => new Date(nextDeliveryTextAt(at(text), seattle)).toISOString()
  expect(next('2026-11-24T04:59:59Z')).toBe('2026-11-24T04:59:59.000Z') // 20:59:59
  expect(next('2026-11-24T05:00:00Z')).toBe('2026-11-24T16:00:00.000Z') // 21:00
  expect(next('2026-11-24T15:59:59Z')).toBe('2026-11-24T16:00:00.000Z') // 7:59:59
  expect(next('2026-11-24T16:00:00Z')).toBe('2026-11-24T16:00:00.000Z') // 8:00
  expect(next('2026-11-01T05:00:00Z')).toBe('2026-11-01T16:00:00.000Z') // the 25-hour night
  expect(next('2027-03-14T06:00:00Z')).toBe('2027-03-14T15:00:00.000Z') // the 23-hour night
})

test('TRK-3 in each part of Indiana and Arizona, texts wait for eight in the morning there', () => {
  const places: [zip: string, timeZone: string][] = [
    ['46204', 'America/Indiana/Indianapolis'],
    ['46402', 'America/Chicago'], // Gary
    ['47708', 'America/Chicago'], // Evansville
    ['47905', 'America/Indiana/Indianapolis'], // Lafayette
    ['47978', 'America/Chicago'], // Rensselaer
    ['85001', 'America/Phoenix'],
    ['86515', 'America/Denver'], // Window Rock
  ]
  for (const [zip, timeZone] of places)
    for (const night of ['2027-03-14', '2027-11-07', '2027-07-01'])
      expect([zip, hourIn(nextDeliveryTextAt(at(`${night}T08:00:00Z`), zonesOfZip(zip)), timeZone)]).toEqual([
        zip,
        expect.toSatisfy((hour: number) => hour === 8 || hour === 9),
      ])
})

test('TRK-3 a text is never sent at night in any time zone its ZIP code may have, and never later than needed', () => {
  const { next } = random(20261124)
  const zips = [
    '98101',
    '10001',
    '86001',
    '37402',
    '83501',
    '99501',
    '96813',
    '79901',
    '32401',
    '00601',
    null,
  ]
  for (let round = 0; round < 400; round++) {
    const zones = zonesOfZip(zips[Math.floor(next() * zips.length)] ?? null)
    const asked = at('2026-01-01T00:00:00Z') + Math.floor(next() * 730 * 24 * 60) * MINUTE_MS
    const sent = nextDeliveryTextAt(asked, zones)
    const isLoud = (moment: number) =>
      zones.every((zone) => hourIn(moment, zone) >= 8 && hourIn(moment, zone) < 21)
    expect(sent).toBeGreaterThanOrEqual(asked)
    expect(isLoud(sent)).toBe(true)
    if (sent > asked) {
      expect(isLoud(asked)).toBe(false)
      expect(isLoud(sent - MINUTE_MS)).toBe(false)
      expect(sent - asked).toBeLessThan(24 * HOUR_MS)
    }
  }
})

test('TRK-3 marketing texts go out Monday to Friday from 10 to 6, and never on a holiday', () => {
  const newYork = zonesOfZip('10001')
  const holidays = new Set(['2026-11-26'])
  const next = (text: string) => new Date(nextMarketingTextAt(at(text), newYork, holidays)).toISOString()
  expect(next('2026-11-24T22:59:00Z')).toBe('2026-11-24T22:59:00.000Z') // Tuesday 17:59
  expect(next('2026-11-24T23:00:00Z')).toBe('2026-11-25T15:00:00.000Z')
  expect(next('2026-11-25T23:00:00Z')).toBe('2026-11-27T15:00:00.000Z') // over Thanksgiving
  expect(next('2026-11-28T15:00:00Z')).toBe('2026-11-30T15:00:00.000Z') // a Saturday
})
