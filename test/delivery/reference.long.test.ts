import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Db, durably } from '#db/client.ts'
import { loadReferenceData } from '#db/reference.ts'
import {
  carrierHolidays,
  deliveryBlocks,
  fulfillmentCenters,
  postalZones,
  zipCodes,
} from '#db/schema/delivery.ts'
import { assertDay } from '#src/day.ts'
import { calendarDayFor, calendarFor } from '#src/delivery/calendar-facts.ts'
import { deliveryZone, type ServedZone } from '#src/delivery/postal-zones.ts'
import { loadDemoPlaces } from '#src/demo/demo-places.ts'
import { STATES } from '#src/postal/states.ts'
import { referenceDatabase } from './database.ts'

const FRIDAY = Date.parse('2026-11-20T17:00:00Z')
const UNSERVED_STATES = ['AK', 'HI']

let db: Db
beforeAll(async () => {
  db = await referenceDatabase()
})

const zone = (zip: string) => deliveryZone(db, zip)
const center = (zip: string) => (zone(zip) as ServedZone).fc

describe('CAL-1 a postal code', () => {
  test('in each of the 48 states and DC has a center, one to three days away', () => {
    const zips = db.select().from(zipCodes).all()
    const strangers = zips.filter(({ zip, state }) => {
      if (!(state in STATES) || UNSERVED_STATES.includes(state)) return false
      const found = zone(zip)
      return !found.served || ![1, 2, 3].includes(found.transitDays) || found.service !== 'standard'
    })
    expect(strangers).toEqual([])
    expect(new Set(zips.map(({ state }) => state)).size).toBeGreaterThan(51)
  })

  test('in Alaska, Hawaii, a territory or the military is not served, with the reason', () => {
    const reasons = db
      .select()
      .from(zipCodes)
      .all()
      .filter(({ state }) => !(state in STATES) || UNSERVED_STATES.includes(state))
      .map(({ zip, state }) => {
        const found = zone(zip)
        return `${state} ${found.served ? 'served' : found.reason}`
      })
    expect([...new Set(reasons)].sort()).toEqual([
      'AA military',
      'AE military',
      'AK alaska',
      'AP military',
      'AS territory',
      'FM territory',
      'GU territory',
      'HI hawaii',
      'MH territory',
      'MP territory',
      'PR territory',
      'PW territory',
      'VI territory',
    ])
  })

  test('ships from the center of its area: Seattle from the first, New York from the second', () => {
    expect(center('98101')).toMatchObject({ id: 1, zone: 'America/Los_Angeles', lockHour: 14 })
    expect(center('10001')).toMatchObject({ id: 2, zone: 'America/New_York' })
    expect(center('63101').id).toBe(3)
    expect([zone('89501'), zone('98101'), zone('33101')]).toMatchObject([
      { transitDays: 1 },
      { transitDays: 2 },
      { transitDays: 3 },
    ])
  })

  test('that is unknown or malformed is not served', () => {
    for (const zip of ['00000', '', '9810', "98'--", '981011'])
      expect(zone(zip)).toMatchObject({ served: false, reason: 'unknown_zip' })
  })

  test('newer than our list is treated like its area', () => {
    expect(zone('98100')).toMatchObject({ served: true, place: null, transitDays: 2 })
  })
})

const standardDate = (db: Db, zip: string, now: number) =>
  calendarFor(db, { zip, now }).find(({ ok }) => ok)?.date ?? null

describe('the demo places', () => {
  test('Seattle and New York have open days, following each center’s own ship week', () => {
    expect(standardDate(db, '98101', FRIDAY)).toBe('2026-11-25')
    expect(standardDate(db, '10001', FRIDAY)).toBe('2026-11-24')
  })

  test('Cheyenne is served, with a delay', () => {
    expect(zone('82001')).toMatchObject({
      served: true,
      delayed: true,
      delaySentence: expect.stringContaining('Cheyenne'),
    })
    expect(zone('98101')).toMatchObject({ delayed: false, delaySentence: null })
    expect(standardDate(db, '82001', FRIDAY)).not.toBeNull()
  })

  test('Bismarck has no eligible day in any year, while its neighbors do', () => {
    for (const now of [FRIDAY, Date.parse('2024-05-01T12:00:00Z'), Date.parse('2033-01-01T12:00:00Z')]) {
      expect(standardDate(db, '58501', now)).toBeNull()
      expect(calendarFor(db, { zip: '58501', now })).toHaveLength(45)
    }
    expect(
      calendarFor(db, { zip: '58501', now: FRIDAY }).filter((day) => !day.ok && day.reason === 'blocked')
        .length,
    ).toBeGreaterThan(25)
    expect(standardDate(db, '58504', FRIDAY)).not.toBeNull()
  })

  test('Anchorage has no calendar', () => {
    expect(calendarFor(db, { zip: '99501', now: FRIDAY })).toEqual([])
    expect(standardDate(db, '99501', FRIDAY)).toBeNull()
    expect(calendarDayFor(db, { zip: '99501', now: FRIDAY, date: assertDay('2026-12-03') })).toBeNull()
  })
})

describe('CAL-6 the rules are table rows', () => {
  const thursday = { zip: '98101', now: FRIDAY, date: assertDay('2026-12-03') } // ships on Tuesday, December 1
  const changed = async (change: (db: Db) => void) => {
    const shop = await referenceDatabase()
    expect(calendarDayFor(shop, thursday)).toMatchObject({ ok: true, shipOn: '2026-12-01' })
    change(shop)
    return calendarDayFor(shop, thursday)
  }

  test('a new holiday closes its days, and one that is not observed does not', async () => {
    const day = assertDay('2026-12-02')
    const held = (observed: boolean) => (shop: Db) =>
      shop.insert(carrierHolidays).values({ day, name: 'Strike Day', observed }).run()
    expect(await changed(held(true))).toMatchObject({
      reason: 'holiday',
      sentence: expect.stringContaining('Strike Day'),
    })
    expect(await changed(held(false))).toMatchObject({ ok: true })
  })

  test('ship weekdays, lock hour, transit days and capacity can be updated', async () => {
    const first = eq(fulfillmentCenters.id, 1)
    expect(
      await changed((shop) =>
        shop
          .update(fulfillmentCenters)
          .set({ shipWeekdays: [1, 3] })
          .where(first)
          .run(),
      ),
    ).toMatchObject({ reason: 'weekday' })
    expect(
      await changed((shop) => shop.update(fulfillmentCenters).set({ dailyCapacity: 0 }).where(first).run()),
    ).toMatchObject({ reason: 'full' })
    expect(
      await changed((shop) => shop.update(fulfillmentCenters).set({ lockHour: 9 }).where(first).run()),
    ).toMatchObject({ lockAt: Date.parse('2026-11-30T17:00:00Z') })
    expect(
      await changed((shop) =>
        shop.update(postalZones).set({ transitDays: 1 }).where(eq(postalZones.prefix, '981')).run(),
      ),
    ).toMatchObject({ shipOn: '2026-12-02' })
  })

  test('a weather block closes only its area and dates', async () => {
    const snow = (zipPrefix: string, startsOn: string, endsOn: string) => (shop: Db) =>
      shop
        .insert(deliveryBlocks)
        .values({
          zipPrefix,
          startsOn: assertDay(startsOn),
          endsOn: assertDay(endsOn),
          reason: 'weather',
          sentence: 'Snow on the passes.',
        })
        .run()
    const closed = { ok: false, reason: 'weather', sentence: 'Snow on the passes.' }
    expect(await changed(snow('981', '2026-12-03', '2026-12-09'))).toMatchObject(closed)
    expect(await changed(snow('98101', '2026-11-25', '2026-12-01'))).toMatchObject(closed)
    expect(await changed(snow('981', '2026-12-04', '2026-12-09'))).toMatchObject({ ok: true })
    expect(await changed(snow('981', '2026-11-25', '2026-11-30'))).toMatchObject({ ok: true })
    expect(await changed(snow('97', '2026-11-25', '2026-12-30'))).toMatchObject({ ok: true })
  })
})

describe('loading the reference data', () => {
  test('loads every US ZIP code once, and loading again overwrites no staff changes', async () => {
    const shop = await referenceDatabase()
    await expect(shop.$count(zipCodes)).resolves.toBe(42_555)
    shop.update(fulfillmentCenters).set({ lockHour: 11 }).where(eq(fulfillmentCenters.id, 1)).run()
    shop.update(postalZones).set({ transitDays: 3 }).where(eq(postalZones.prefix, '981')).run()
    await durably(shop, (tx) => {
      loadReferenceData(tx)
      loadDemoPlaces(tx)
    })
    expect(
      shop
        .select()
        .from(fulfillmentCenters)
        .all()
        .map(({ lockHour }) => lockHour),
    ).toEqual([11, 14, 14])
    expect(deliveryZone(shop, '98101')).toMatchObject({ transitDays: 3 })
    expect(shop.select().from(deliveryBlocks).all()).toHaveLength(1)
  })

  test('has the coordinates of real places', () => {
    const seattle = db
      .select()
      .from(zipCodes)
      .where(and(eq(zipCodes.zip, '98101'), eq(zipCodes.state, 'WA')))
      .get()
    expect(seattle).toMatchObject({
      city: 'Seattle',
      latitude: expect.closeTo(47.61, 1),
      longitude: expect.closeTo(-122.33, 1),
    })
  })
})
