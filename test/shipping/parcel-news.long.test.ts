import { eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { durably } from '#db/client.ts'
import {
  orders,
  outboxMessages,
  payments,
  type StaffFlag,
  shipmentNotices,
  shippingLabels,
  staffFlags,
  trackerEvents,
} from '#db/schema/index.ts'
import { addDays, assertDay, HOUR_MS } from '#src/day.ts'
import { newestSighting, rankOf, shipmentWord, trackingWords } from '#src/delivery/parcel-status.ts'
import { followParcels } from '#src/shipping/follow-parcels.ts'
import { applyTracker, TrackerSnapshot } from '#src/shipping/tracker-news.ts'
import { signedIn } from '../support/account.ts'
import { changeOrder } from '../support/buying.ts'
import { boughtLabels, labelRows } from '../support/label-jobs.ts'
import { bodyOf, labeledBox, post, shippedBox } from '../support/parcels.ts'
import { random } from '../support/random.ts'
import { RUTH } from '../support/staff.ts'
import { scans } from '../support/table-scans.ts'
import { orderNow, press, shipmentsOf, waveShop } from '../support/waves.ts'

const STATUSES = [
  'unknown',
  'pre_transit',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'available_for_pickup',
  'return_to_sender',
  'failure',
  'cancelled',
  'error',
]
const DETAILS = ['', 'delayed', 'arrived_at_facility', 'held', 'lost']

test('TRK-4 10,000 tracker events give the same result in random order as in order', () => {
  const draw = random(4404)
  for (let round = 0; round < 500; round += 1) {
    const sightings = Array.from({ length: 20 }, () => ({
      at: draw.chance(0.1) ? 0 : 1 + draw.below(12),
      status: draw.pick(STATUSES),
      detail: draw.pick(DETAILS),
    }))
    const shuffled = sightings.toSorted(() => draw.next() - 0.5)
    expect(newestSighting(shuffled)).toEqual(newestSighting(sightings))
  }
})

test('TRK-4 trackers received in any order give the same parcel and order state', async () => {
  const { shop, box } = await shippedBox()
  const draw = random(17)
  const start = Date.parse('2026-11-23T20:00:00Z')
  const trackers = Array.from({ length: 60 }, (_, index) => {
    const status = draw.pick(STATUSES)
    const at = new Date(start + (index >> 1) * HOUR_MS).toISOString()
    return TrackerSnapshot.parse({
      tracking_code: 'any',
      status,
      status_detail: draw.pick(DETAILS),
      est_delivery_date: draw.chance(0.5)
        ? new Date(start + draw.below(9) * 24 * HOUR_MS).toISOString()
        : null,
      tracking_details: draw.chance(0.1) ? [] : [{ status, status_detail: '', datetime: at }],
    })
  })
  const [fresh] = labelRows(shop)
  if (!fresh) throw new Error('the box has a label')
  const outcome = async (list: TrackerSnapshot[]) => {
    shop.db.delete(trackerEvents).run()
    shop.db.update(shippingLabels).set(fresh).where(eq(shippingLabels.id, fresh.id)).run()
    shop.db.update(orders).set({ state: 'shipped' }).where(eq(orders.id, box.id)).run()
    await durably(shop.db, (tx) => {
      for (const tracker of list) {
        const [label] = labelRows(shop)
        if (label) applyTracker(tx, label, tracker, shop.clock.now())
      }
    })
    const [label] = labelRows(shop)
    return { ...label, trackedAt: null }
  }
  const inOrder = await outcome(trackers)
  for (let round = 0; round < 12; round += 1)
    expect(await outcome(trackers.toSorted(() => draw.next() - 0.5))).toEqual(inOrder)
})

test('TRK-4 500 forged, duplicate and outdated events change nothing', async () => {
  const { shop, tell, code, label, box, notices } = await shippedBox()
  await tell({ id: 'evt_a', status: 'in_transit', at: '2026-11-24T08:00:00Z' })
  await tell({ id: 'evt_b', status: 'out_for_delivery', at: '2026-11-25T08:00:00Z' })
  const stateOf = () => [label(), orderNow(shop, box), notices()]
  const before = stateOf()
  const draw = random(500)
  for (let index = 0; index < 500; index += 1) {
    const forged = { id: `evt_f${index}`, status: 'delivered', at: '2026-11-26T08:00:00Z', code }
    const repeated = {
      id: draw.pick(['evt_a', 'evt_b']),
      status: 'delivered',
      at: '2026-11-26T08:00:00Z',
      code,
    }
    const older = {
      id: `evt_o${index}`,
      status: draw.pick(['in_transit', 'pre_transit']),
      at: '2026-11-24T07:00:00Z',
      code,
    }
    const kind = index % 3
    if (kind === 0) await post(shop, bodyOf(forged), 'a forged secret')
    else await post(shop, bodyOf(kind === 1 ? repeated : older))
  }
  expect(stateOf()).toEqual(before)
})

test('TRK-4 each carrier status maps to a shipment status of ours', () => {
  const word = (tracking: string | null, trackingDetail = '', expectedOn: string | null = null) =>
    shipmentWord({
      tracking,
      trackingDetail,
      hasLeft: true,
      promisedOn: '2026-12-03' as never,
      expectedOn: expectedOn as never,
    })
  expect([null, ...STATUSES].map((status) => word(status))).toEqual([
    'shipped',
    'shipped',
    'shipped',
    'in_transit',
    'out_for_delivery',
    'delivered',
    'ready_for_pickup',
    'returned',
    'failed',
    'canceled',
    'unknown',
  ])
  expect(word('in_transit', 'weather_delay')).toBe('delayed')
  expect(word('in_transit', '', '2026-12-04')).toBe('delayed')
  expect(word('in_transit', '', '2026-12-03')).toBe('in_transit')
  expect(word('out_for_delivery', '', '2026-12-04')).toBe('out_for_delivery')
  expect(word('in_transit', 'lost')).toBe('failed')
  expect(rankOf('a status of next year')).toBe(0)
})

test("TRK-4 a returned box stays returned, and doesn't count as delivered", async () => {
  const { shop, box, tell, label } = await shippedBox()
  await tell({ status: 'return_to_sender', at: '2026-11-25T08:00:00Z' })
  await tell({ status: 'in_transit', at: '2026-11-26T08:00:00Z' })
  await tell({ status: 'delivered', at: '2026-11-27T08:00:00Z' })
  expect([label()?.tracking, orderNow(shop, box).state]).toEqual(['return_to_sender', 'shipped'])
})

const mailsTo = (shop: Awaited<ReturnType<typeof shippedBox>>['shop'], email: string | null) =>
  shop.db
    .select()
    .from(outboxMessages)
    .where(eq(outboxMessages.recipient, email ?? ''))
    .all()
    .map(({ subject, text }) => ({ subject, text }))
    .filter(({ text }) => text.includes('tracking-info'))

test('TRK-1 each step of a box sends one mail, with a link to its tracking page', async () => {
  const { shop, box, tell, notices } = await shippedBox()
  for (let copy = 0; copy < 2; copy += 1) {
    await tell({ status: 'in_transit', at: `2026-11-24T0${copy}:00:00Z` })
    await tell({ status: 'out_for_delivery', at: `2026-11-25T0${copy}:00:00Z` })
  }
  await shop.settleDown()
  await tell({ status: 'delivered', at: '2026-11-25T15:00:00Z' })
  await tell({ status: 'out_for_delivery', at: '2026-11-25T14:00:00Z' })
  await shop.settleDown()
  expect(notices()).toEqual(['shipped', 'out_for_delivery', 'delivered'])
  const mails = mailsTo(shop, box.email)
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('on its way'),
    expect.stringContaining('out for delivery'),
    expect.stringContaining('at your door'),
  ])
  for (const { text } of mails) expect(text).toContain(`/${box.token}/tracking-info`)
})

test('TRK-4 a delay is announced once per promised day', async () => {
  const { shop, box, tell, notices } = await shippedBox()
  const [day] = [box.arrivalOn ?? '']
  const late = (days: number) => new Date(Date.parse(day) + days * 24 * HOUR_MS).toISOString()
  await tell({ status: 'in_transit', at: '2026-11-24T01:00:00Z', estimate: late(0) })
  expect(notices()).toEqual(['shipped'])
  for (const [hour, days] of [1, 1, 2, 2].entries())
    await tell({ status: 'in_transit', at: `2026-11-24T1${hour}:00:00Z`, estimate: late(days) })
  expect(notices()).toEqual(['shipped', 'delayed', 'delayed'])
  const days = shop.db
    .select({ promisedOn: shipmentNotices.promisedOn, expectedOn: shipmentNotices.expectedOn })
    .from(shipmentNotices)
    .where(eq(shipmentNotices.word, 'delayed'))
    .all()
  const told = [0, 1, 2].map((count) => addDays(assertDay(day), count))
  expect(days).toEqual([
    { promisedOn: told[0], expectedOn: told[1] },
    { promisedOn: told[1], expectedOn: told[2] },
  ])
})

test('TRK-4 a delay without a new date is announced once, and again once the carrier gives one', async () => {
  const { shop, box, tell } = await shippedBox()
  const later = `${addDays(assertDay(box.arrivalOn ?? ''), 1)}T20:00:00Z`
  for (const hour of [1, 2])
    await tell({ status: 'in_transit', detail: 'delayed', at: `2026-11-24T0${hour}:00:00Z` })
  for (const hour of [3, 4])
    await tell({
      status: 'in_transit',
      detail: 'delayed',
      at: `2026-11-24T0${hour}:00:00Z`,
      estimate: later,
    })
  const told = shop.db
    .select()
    .from(shipmentNotices)
    .where(eq(shipmentNotices.word, 'delayed'))
    .orderBy(shipmentNotices.id)
    .all()
  expect(told.map(({ expectedOn }) => expectedOn)).toEqual([null, later.slice(0, 10)])
})

test('TRK-4 a failed delivery is announced to the customer and flagged, once', async () => {
  const { shop, tell, notices } = await shippedBox()
  for (const hour of [1, 2]) await tell({ status: 'failure', at: `2026-11-24T0${hour}:00:00Z` })
  expect(notices()).toEqual(['shipped', 'failed'])
  expect(flagsOf(shop, 'parcel_problem')).toMatchObject([{ resolvedAt: null }])
})

test('TRK-4 the flag of a box that wasn’t delivered closes once it is, and one that comes back keeps its own', async () => {
  const { shop, tell } = await shippedBox()
  await tell({ status: 'failure', at: '2026-11-24T08:00:00Z' })
  await tell({ status: 'delivered', at: '2026-11-25T08:00:00Z' })
  const failed = { resolution: 'The carrier has delivered it.', resolvedAt: shop.clock.now() }
  expect(flagsOf(shop, 'parcel_problem')).toMatchObject([failed])
  await tell({ status: 'return_to_sender', at: '2026-11-26T08:00:00Z' })
  expect(flagsOf(shop, 'parcel_problem')).toMatchObject([failed, { resolvedAt: null }])
})

test("TRK-4 a box overdue in its destination's time zone is flagged once, until it arrives", async () => {
  const { shop, box, tell } = await shippedBox()
  const overdue = () => shop.db.select().from(staffFlags).where(eq(staffFlags.kind, 'parcel_overdue')).all()
  const { carrier } = shop.services
  const follow = () =>
    followParcels({ ...shop.services, carrier: { ...carrier, findTracker: async () => null } })
  await tell({ status: 'in_transit', at: '2026-11-24T08:00:00Z', estimate: `${box.arrivalOn}T20:00:00Z` })
  shop.pass(Date.parse(`${box.arrivalOn}T23:00:00-08:00`) - shop.clock.now())
  await follow()
  expect(overdue()).toEqual([])
  shop.pass(2 * HOUR_MS)
  await follow()
  await follow()
  expect(overdue().map(({ resolvedAt }) => resolvedAt)).toEqual([null])
  await tell({ status: 'delivered', at: new Date(shop.clock.now()).toISOString() })
  expect(overdue().map(({ resolvedAt }) => resolvedAt)).toEqual([expect.any(Number)])
})

test('TRK-4 a box whose label the carrier canceled in transit is flagged once overdue', async () => {
  const { shop, box, tell } = await shippedBox()
  await tell({ status: 'in_transit', at: '2026-11-24T08:00:00Z' })
  await tell({ status: 'cancelled', at: '2026-11-24T09:00:00Z' })
  shop.pass(Date.parse(`${addDays(box.arrivalOn!, 1)}T20:00:00Z`) - shop.clock.now())
  await followParcels(shop.services)
  expect([orderNow(shop, box).state, flagsOf(shop, 'parcel_overdue')]).toMatchObject([
    'shipped',
    [{ orderId: box.id, resolvedAt: null }],
  ])
  await tell({ status: 'return_to_sender', at: new Date(shop.clock.now()).toISOString() })
  expect(flagsOf(shop, 'parcel_overdue')).toMatchObject([{ resolution: 'The carrier is sending it back.' }])
  expect(flagsOf(shop, 'parcel_problem')).toMatchObject([{ resolvedAt: null }])
})

test('TRK-4 a parcel silent for twelve hours is looked up, and one never scanned is flagged', async () => {
  const { shop, label } = await shippedBox()
  const unseen = () => shop.db.select().from(staffFlags).where(eq(staffFlags.kind, 'parcel_not_seen')).all()
  const { carrier } = shop.services
  const silent = { ...shop.services, carrier: { ...carrier, findTracker: async () => null } }
  shop.pass(25 * HOUR_MS)
  await followParcels(silent)
  await followParcels(silent)
  expect(unseen().map(({ resolvedAt }) => resolvedAt)).toEqual([null])
  shop.pass(10 * 24 * HOUR_MS)
  await followParcels(shop.services)
  expect(label()?.tracking).toBe('delivered')
  expect(unseen().map(({ resolvedAt }) => resolvedAt)).toEqual([expect.any(Number)])
})

test('TRK-4 a parcel whose news can’t be kept keeps no other one from being looked up, and is flagged', async () => {
  const { shop, dale, boxes } = await waveShop()
  shop.carrier.control.webhooks({ drop: 1 })
  const [broken, other] = boxes
  await boughtLabels(shop, dale, [broken!.token, other!.token])
  expect((await press(dale, 'shipped', [broken!, other!])).status).toBe(200)
  shop.db.run(sql`create trigger broken_parcel before update on orders
    when old.identifier = ${sql.raw(`'${broken!.identifier}'`)} begin select raise(abort, 'broken'); end`)
  const errors = vi.spyOn(shop.services.log, 'error').mockReturnValue(undefined)
  shop.pass(10 * 24 * HOUR_MS)
  for (let rounds = 0; rounds < 2; rounds++) await followParcels(shop.services)
  expect([orderNow(shop, broken!).state, orderNow(shop, other!).state]).toEqual(['shipped', 'delivered'])
  expect(flagsOf(shop, 'parcel_overdue')).toMatchObject([{ orderId: broken!.id }])
  expect(errors).toHaveBeenCalledTimes(1) // it's asked again in twelve hours
})

const flagsOf = ({ db }: Awaited<ReturnType<typeof labeledBox>>['shop'], kind: StaffFlag['kind']) =>
  db.select().from(staffFlags).where(eq(staffFlags.kind, kind)).all()

test("TRK-4 the carrier's first scan ships a packed box that no clerk shipped, and it can arrive", async () => {
  const { shop, dale, box, tell, notices } = await labeledBox()
  expect((await press(dale, 'packed', [box])).status).toBe(200)
  await tell({ status: 'pre_transit', at: '2026-11-23T17:00:00Z' })
  expect([orderNow(shop, box).state, notices()]).toEqual(['in_wave', []])
  shop.pass(Date.parse('2026-11-24T12:00:00Z') - shop.clock.now())
  await tell({ status: 'in_transit', at: '2026-11-24T08:00:00Z' })
  expect(orderNow(shop, box).state).toBe('shipped')
  expect(shipmentsOf(shop, box)).toMatchObject([
    { shippedAt: Date.parse('2026-11-24T08:00:00Z'), shippedBy: null },
  ])
  await tell({ status: 'delivered', at: '2026-11-24T11:00:00Z' })
  expect([orderNow(shop, box).state, notices()]).toEqual(['delivered', ['shipped', 'delivered']])
  expect(flagsOf(shop, 'parcel_unexpected')).toEqual([])
})

test("TRK-4 a scan of a box that should still be here is flagged once, and its customer isn't notified", async () => {
  const { shop, dale, box, tell, notices } = await labeledBox()
  for (const status of ['in_transit', 'delivered']) await tell({ status, at: '2026-11-24T08:00:00Z' })
  expect([orderNow(shop, box).state, notices(), shipmentsOf(shop, box)]).toEqual(['in_wave', [], []])
  expect(flagsOf(shop, 'parcel_unexpected')).toMatchObject([
    { orderId: box.id, detail: expect.stringContaining(box.identifier) },
  ])
  expect((await press(dale, 'shipped', [box])).status).toBe(200)
  expect(orderNow(shop, box).state).toBe('delivered')

  const canceled = await labeledBox()
  changeOrder(canceled.shop.db, canceled.box.token, { state: 'review' })
  await canceled.tell({ status: 'out_for_delivery', at: '2026-11-24T08:00:00Z' })
  expect(canceled.notices()).toEqual([])
  expect(flagsOf(canceled.shop, 'parcel_unexpected')).toHaveLength(1)
})

test('TRK-4 a scan of a packed box refunded in the dashboard flags the box instead of shipping it', async () => {
  const { shop, dale, box, tell, notices } = await labeledBox()
  expect((await press(dale, 'packed', [box])).status).toBe(200)
  shop.db.update(payments).set({ status: 'refunded' }).where(eq(payments.orderId, box.id)).run()
  for (const status of ['in_transit', 'delivered']) await tell({ status, at: '2026-11-24T08:00:00Z' })
  expect([orderNow(shop, box).state, notices(), shipmentsOf(shop, box)]).toEqual(['in_wave', [], []])
  expect(flagsOf(shop, 'parcel_unexpected')).toMatchObject([{ orderId: box.id }])
})

test('TRK-4 a box shipped without a label is flagged once overdue, and staff can mark it delivered', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box] = boxes
  expect((await press(dale, 'shipped', [box!])).status).toBe(200)
  await followParcels(shop.services)
  expect(flagsOf(shop, 'parcel_overdue')).toEqual([])
  shop.pass(Date.parse(`${addDays(box!.arrivalOn!, 1)}T20:00:00Z`) - shop.clock.now())
  await followParcels(shop.services)
  await followParcels(shop.services)
  const [flag, ...others] = flagsOf(shop, 'parcel_overdue')
  expect(others).toEqual([])
  const ruth = await signedIn(shop, RUTH)
  const arrived = { action: 'box_arrived', resolution: 'She called: it was at the door on time.' }
  expect((await ruth.call('POST', `/staff/flags/${flag!.id}/resolve`, arrived)).status).toBe(200)
  expect(orderNow(shop, box!).state).toBe('delivered')
})

test('TRK-4 a signed event with an unknown status counts as no news', async () => {
  const { label, tell } = await shippedBox()
  for (const status of ['constructor', '__proto__', 'teleported'])
    expect(await tell({ status, at: '2026-11-24T08:00:00Z' }), status).toBe(200)
  expect(trackingWords(label()?.tracking ?? null, null)).toBe('No news yet')
  expect(await tell({ status: 'in_transit', at: '2026-11-24T09:00:00Z' })).toBe(200)
  expect(label()?.tracking).toBe('in_transit')
})

test('OPS-2 the tracking job reads only the parcels of orders in transit', async () => {
  const { shop } = await shippedBox()
  shop.pass(20 * 24 * HOUR_MS)
  const silent = { ...shop.services.carrier, findTracker: async () => null }
  expect(await scans(shop.db, () => followParcels({ ...shop.services, carrier: silent }))).toEqual([])
})
