import { expect, test } from 'vitest'
import { assertDay } from '#src/day.ts'
import { calendarFile } from '#src/orders/calendar-file.ts'
import { guestKey } from '#src/orders/guest-key.ts'
import { paidOrder } from '../support/refunding.ts'
import type { Shopper } from '../support/shopper.ts'

/** The fields after unfolding lines, as a calendar app reads them. */
const fieldsOf = (file: string) =>
  Object.fromEntries(
    file
      .replaceAll('\r\n ', '')
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  )

const fileOf = async (shopper: Shopper, token: string, key = '') => {
  const answer = await shopper.visit(`/account/orders/${token}/calendar.ics${key && `?key=${key}`}`)
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  return fieldsOf(await answer.text())
}

test('ORD-8 the calendar file keeps its UID, and its SEQUENCE grows when the day moves or the order is canceled', async () => {
  const { ana, token, order, shop } = await paidOrder()
  const first = await fileOf(ana, token)
  const day = order().arrivalOn?.replaceAll('-', '')
  expect(first).toMatchObject({ 'DTSTART;VALUE=DATE': day, STATUS: 'CONFIRMED', LOCATION: 'Seattle\\, WA' })
  expect(first.DESCRIPTION).toContain('You can make changes until')

  const moved = { arrival_date: '2026-12-10', confirmed: 'true' }
  expect((await ana.call('POST', `/v1/subscriptions/update_arrival_date/${token}`, moved)).status).toBe(200)
  const second = await fileOf(ana, token)
  expect(second).toMatchObject({
    UID: first.UID,
    'DTSTART;VALUE=DATE': '20261210',
    'DTEND;VALUE=DATE': '20261211',
  })
  expect(Number(second.SEQUENCE)).toBeGreaterThan(Number(first.SEQUENCE))

  await ana.call('POST', `/account/orders/${token}/cancel`)
  const key = guestKey(shop.config, token)
  const last = await fileOf(await shop.shopper(), token, key)
  expect(last).toMatchObject({
    UID: first.UID,
    STATUS: 'CANCELLED',
    SUMMARY: expect.stringContaining('canceled'),
  })
  expect(Number(last.SEQUENCE)).toBeGreaterThan(Number(second.SEQUENCE))
  expect(JSON.stringify(last)).not.toContain(key) // calendars are shared
  expect((await ana.visit(`/order/${token}/confirmation`)).headers.get('location')).toBe(
    `/account/orders/${token}`,
  )
})

test('ORD-8 lines are at most 75 bytes without splitting a character, and text cannot inject fields', () => {
  const title = `Filet é 🥩, "aged"; 28 days\\${'ö🥩'.repeat(60)}\r\nSTATUS:CANCELLED`
  const file = calendarFile({
    uid: 'DW-1@shop.example',
    sequence: 3,
    status: 'CONFIRMED',
    day: assertDay('2026-12-31'),
    title,
    notes: ['one', 'two'],
    place: 'Seattle, WA',
    url: 'https://shop.example/t',
    now: 0,
  })
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const fields = fieldsOf(file)
  expect(fields.STATUS).toBe('CONFIRMED')
  expect(fields.SUMMARY).toBe(
    title.replaceAll('\\', '\\\\').replaceAll(',', '\\,').replaceAll(';', '\\;').replace('\r\n', '\\n'),
  )
  expect(fields['DTEND;VALUE=DATE']).toBe('20270101')
})
