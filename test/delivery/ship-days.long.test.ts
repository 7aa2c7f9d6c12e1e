import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { closeDatabase, copyInto, type Db, durably, openDatabase } from '#db/client.ts'
import { dayHolds, shipDays } from '#db/schema/delivery.ts'
import { assertDay } from '#src/day.ts'
import { calendarDayFor } from '#src/delivery/calendar-facts.ts'
import {
  bookShipDay,
  placeDayHold,
  placesLeft,
  releaseDayHold,
  sweepDayHolds,
  unbookShipDay,
} from '#src/delivery/ship-days.ts'
import { asTx } from '../support/tx.ts'
import { referenceDatabase } from './database.ts'

const NOW = Date.parse('2026-11-20T17:00:00Z')
const MINUTE = 60_000
const SHIP_ON = assertDay('2026-12-02')
const ARRIVES_ON = assertDay('2026-12-04')
const DAY_FULL = { ok: false, reason: 'day_full' }

const hold = (db: Db, orderId: number, given: Partial<Parameters<typeof placeDayHold>[1]> = {}) =>
  placeDayHold(asTx(db), {
    orderId,
    fcId: 1,
    shipOn: SHIP_ON,
    now: NOW,
    expiresAt: NOW + 10 * MINUTE,
    ...given,
  })

const book = (db: Db, orderId: number, now = NOW) =>
  bookShipDay(asTx(db), { orderId, fcId: 1, shipOn: SHIP_ON, now })

const left = (db: Db, orderId = 99, now = NOW) => placesLeft(db, { orderId, fcId: 1, shipOn: SHIP_ON, now })

async function dayWith(places: number) {
  const db = await referenceDatabase()
  db.insert(shipDays).values({ fcId: 1, shipOn: SHIP_ON, capacity: places }).run()
  return db
}

describe('the capacity of a ship day', () => {
  test('CAL-5 the last place goes to one order, and the other has to choose again', async () => {
    const db = await dayWith(1)
    expect(hold(db, 1)).toEqual({ ok: true })
    expect(hold(db, 2)).toEqual(DAY_FULL)
    const question = { zip: '98101', now: NOW, date: ARRIVES_ON }
    expect(calendarDayFor(db, { ...question, exceptOrderId: 2 })).toMatchObject({ ok: false, reason: 'full' })
    expect(calendarDayFor(db, { ...question, exceptOrderId: 1 })).toMatchObject({ ok: true })
  })

  test('CAL-5 of several connections racing for the last place, one wins', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ship-days-'))
    const file = join(folder, 'shop.sqlite3')
    await copyInto(await dayWith(1), file)
    const clerks = [1, 2, 3, 4].map(() => openDatabase(file))
    const answers = await Promise.all(clerks.map((db, i) => durably(db, (tx) => hold(tx, i + 1))))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(clerks[0]!.select().from(dayHolds).all()).toHaveLength(1)
    clerks.forEach(closeDatabase)
    rmSync(folder, { recursive: true })
  })

  test('an order holds one place at a time: choosing a new day releases the old one', async () => {
    const db = await dayWith(1)
    hold(db, 1)
    hold(db, 1, { shipOn: assertDay('2026-12-03') })
    expect(hold(db, 2)).toEqual({ ok: true })
    expect(db.select().from(dayHolds).all()).toHaveLength(2)
  })

  test('a rejected change keeps the old hold', async () => {
    const db = await dayWith(1)
    hold(db, 1, { shipOn: assertDay('2026-12-03') })
    hold(db, 2)
    expect(hold(db, 1)).toEqual(DAY_FULL)
    expect(
      db
        .select()
        .from(dayHolds)
        .all()
        .find(({ orderId }) => orderId === 1)?.shipOn,
    ).toBe('2026-12-03')
  })

  test('an order can extend its own hold on a full day', async () => {
    const db = await dayWith(1)
    hold(db, 1)
    expect(hold(db, 1, { expiresAt: NOW + 20 * MINUTE })).toEqual({ ok: true })
    expect(left(db, 99, NOW + 15 * MINUTE)).toBe(0)
  })

  test('a hold ends on time, when released, or when swept', async () => {
    const db = await dayWith(1)
    hold(db, 1)
    expect(left(db, 99, NOW + 10 * MINUTE - 1)).toBe(0)
    expect(left(db, 99, NOW + 10 * MINUTE)).toBe(1)
    const question = { zip: '98101', date: ARRIVES_ON }
    expect(calendarDayFor(db, { ...question, now: NOW + 10 * MINUTE - 1 })).toMatchObject({ reason: 'full' })
    expect(calendarDayFor(db, { ...question, now: NOW + 10 * MINUTE })).toMatchObject({ ok: true })
    sweepDayHolds(asTx(db), NOW + 10 * MINUTE)
    expect(db.select().from(dayHolds).all()).toEqual([])
    hold(db, 1)
    releaseDayHold(asTx(db), 1)
    expect(left(db)).toBe(1)
  })

  test('a hold becomes a booking, which does not expire', async () => {
    const db = await dayWith(1)
    hold(db, 1)
    expect(book(db, 1)).toEqual({ ok: true })
    expect(db.select().from(dayHolds).all()).toEqual([])
    expect(left(db, 1, NOW + 60 * MINUTE)).toBe(0)
    expect(calendarDayFor(db, { zip: '98101', now: NOW, date: ARRIVES_ON })).toMatchObject({ reason: 'full' })
  })

  test('a payment after its hold expired takes what is left, never a place held by another order', async () => {
    const db = await dayWith(1)
    hold(db, 1)
    const late = NOW + 11 * MINUTE
    hold(db, 2, { now: late, expiresAt: late + 10 * MINUTE })
    expect(book(db, 1, late)).toEqual(DAY_FULL)
    releaseDayHold(asTx(db), 2)
    expect(book(db, 1, late)).toEqual({ ok: true })
  })

  test('a booking is released only once', async () => {
    const db = await dayWith(1)
    book(db, 1)
    unbookShipDay(asTx(db), { fcId: 1, shipOn: SHIP_ON })
    expect(left(db)).toBe(1)
    expect(() => unbookShipDay(asTx(db), { fcId: 1, shipOn: SHIP_ON })).toThrow(/ship_days_booked/)
    expect(() => unbookShipDay(asTx(db), { fcId: 2, shipOn: SHIP_ON })).toThrow('no place was booked')
  })

  test('a day without its own capacity uses that of its center', async () => {
    const db = await referenceDatabase()
    expect(left(db)).toBe(500)
    book(db, 1)
    expect(left(db)).toBe(499)
  })
})
