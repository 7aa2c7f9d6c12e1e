import { inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { serialize } from '#db/client.ts'
import { orders, shippingLabels } from '#db/schema/index.ts'
import { HOUR_MS } from '#src/day.ts'
import { boughtLabels } from '../support/label-jobs.ts'
import { bodyOf, post } from '../support/parcels.ts'
import { type Draw, random } from '../support/random.ts'
import { postText, report } from '../support/text-webhooks.ts'
import { giveText } from '../support/texts.ts'
import { press, waveShop } from '../support/waves.ts'
import { type World, world } from '../support/world.ts'

const PARCEL_EVENTS = 2_000
const TEXTS = 1_600
const REPORTS = ['queued', 'sending', 'sent']
const START = Date.parse('2026-11-24T00:00:00Z')

type Event = (shop: World) => { status: number } | Promise<{ status: number }>

/** A shop that has shipped a wave and sent texts, before any webhook about either. */
async function sentOut() {
  const { shop, dale, boxes } = await waveShop()
  shop.carrier.control.webhooks({ drop: 1 })
  await boughtLabels(
    shop,
    dale,
    boxes.map(({ token }) => token),
  )
  expect((await press(dale, 'shipped', boxes)).status).toBe(200)
  for (let index = 0; index < TEXTS; index++) await giveText(shop, { key: `text-${index}`, kind: 'answer' })
  await shop.settleDown()
  const ids = boxes.map(({ id }) => id)
  const codes = shop.db
    .select({ code: shippingLabels.trackingCode })
    .from(shippingLabels)
    .where(inArray(shippingLabels.orderId, ids))
    .all()
    .flatMap(({ code }) => code ?? [])
  const sids = shop.db.all<{ sid: string }>(
    sql`select provider_id as sid from text_messages where provider_id is not null`,
  )
  return { bytes: serialize(shop.db), now: shop.clock.now(), ids, codes, sids: sids.map(({ sid }) => sid) }
}

/** A parcel's events: many scans, out for delivery, and the end. */
const parcelEvents = (codes: string[], draw: Draw): Event[] =>
  codes.flatMap((code) => {
    const scans = Math.ceil(PARCEL_EVENTS / codes.length)
    const end = draw.chance(0.8) ? 'delivered' : 'return_to_sender'
    return Array.from({ length: scans }, (_, index) => {
      const way = ['pre_transit', ...Array(scans - 3).fill('in_transit'), 'out_for_delivery', end]
      const at = new Date(START + (index * 24 * HOUR_MS) / scans).toISOString()
      const news = { id: `evt_${code}_${index}`, status: way[index] ?? end, at, code, place: `Town ${index}` }
      return (shop: World) => post(shop, bodyOf(news))
    })
  })

const textEvents = (sids: string[], draw: Draw): Event[] =>
  sids.flatMap((sid) => {
    const fails = draw.chance(0.1)
    const end = report(sid, fails ? 'undelivered' : 'delivered', fails ? { ErrorCode: '30007' } : {})
    const all = [...REPORTS.map((status) => report(sid, status)), end, end]
    return all.map((fields) => (shop: World) => postText(shop, fields, { path: '/webhooks/sms/status' }))
  })

/** Leaves out when we received events, and messages sent along the way: none says "out for delivery" after delivery. */
const stateOf = ({ db }: World, ids: number[]) => ({
  orders: db.select({ id: orders.id, state: orders.state }).from(orders).where(inArray(orders.id, ids)).all(),
  labels: db.all(
    sql`select id, state, tracking, tracking_detail, tracked_at, expected_at from shipping_labels order by id`,
  ),
  sightings: db.all(sql`select label_id, at, status, place from tracker_events order by 1, 2, 3, 4`),
  texts: db.all(
    sql`select id, state, error_code, report_rank from text_messages where kind = 'answer' order by id`,
  ),
})

test('TRK-3 TRK-4 10,000 signed carrier and gateway events give the same state in random order as in order', {
  timeout: 240_000,
}, async () => {
  const { bytes, now, ids, codes, sids } = await sentOut()
  const draw = random(10_000)
  const events = [...parcelEvents(codes, draw), ...textEvents(sids, draw)]
  expect(events.length).toBeGreaterThanOrEqual(10_000)
  const play = async (list: Event[]) => {
    const shop = await world({ from: bytes, now })
    for (const send of list) expect((await send(shop)).status).toBe(200)
    return stateOf(shop, ids)
  }
  const inOrder = await play(events)
  expect(await play(events.toSorted(() => draw.next() - 0.5))).toEqual(inOrder)
  expect(new Set(inOrder.orders.map(({ state }) => state))).toEqual(new Set(['delivered', 'shipped']))
})
