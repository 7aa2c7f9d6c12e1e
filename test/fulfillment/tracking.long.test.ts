import { expect, test } from 'vitest'
import { trackerEvents } from '#db/schema/index.ts'
import { HOUR_MS } from '#src/day.ts'
import { webhookSignature } from '#src/providers/shipping/signature.ts'
import { boughtLabels, labelRows } from '../support/label-jobs.ts'
import { bodyOf, post, shippedBox } from '../support/parcels.ts'
import { orderNow, press, readWave, waveShop } from '../support/waves.ts'

test('FUL-10 a tracking webhook counts only if its signature matches the raw body', async () => {
  const { shop, label, code } = await shippedBox()
  const body = bodyOf({ id: 'evt_1', status: 'in_transit', at: '2026-11-24T08:00:00Z', code })
  expect((await post(shop, body, 'another secret')).status).toBe(400)
  expect((await post(shop, body, undefined, false)).status).toBe(400)
  const tampered = new Request('http://localhost:3000/webhooks/shipments', {
    method: 'POST',
    headers: { 'x-hmac-signature': webhookSignature(body, shop.config.shipping.webhookSecret) },
    body: JSON.stringify(JSON.parse(body)),
  })
  expect((await shop.app.fetch(tampered)).status).toBe(400)
  expect(label()?.tracking).toBeNull()
  expect((await post(shop, body)).status).toBe(200)
  expect(label()?.tracking).toBe('in_transit')
  for (const odd of ['[]', 'no json', '{"id":"evt_9"}']) expect((await post(shop, odd)).status).toBe(422)
  const foreign = bodyOf({ id: 'evt_2', status: 'delivered', code: 'DP_of_another_shop' })
  expect((await post(shop, foreign)).status).toBe(200)
  expect((await post(shop, `"${'x'.repeat(300_000)}"`)).status).toBe(413)
})

test('FUL-10 repeated and older events never move a parcel back, and its delivery marks the order delivered', async () => {
  const { shop, dale, box, label, tell } = await shippedBox()
  const stateOf = () => [label()?.tracking, orderNow(shop, box).state]
  await tell({ id: 'evt_2', status: 'out_for_delivery', at: '2026-11-25T08:00:00Z' })
  expect(stateOf()).toEqual(['out_for_delivery', 'shipped'])
  await tell({ id: 'evt_1', status: 'in_transit', at: '2026-11-24T08:00:00Z' })
  expect(stateOf()).toEqual(['out_for_delivery', 'shipped'])
  await tell({ id: 'evt_3', status: 'in_transit' }) // without a time
  expect(stateOf()).toEqual(['out_for_delivery', 'shipped'])
  for (let copy = 0; copy < 3; copy += 1)
    await tell({ id: 'evt_4', status: 'delivered', at: '2026-11-25T15:00:00Z' })
  expect(stateOf()).toEqual(['delivered', 'delivered'])
  await tell({ id: 'evt_5', status: 'in_transit', at: '2026-11-25T16:00:00Z' })
  expect(stateOf()).toEqual(['delivered', 'delivered'])
  const sightings = shop.db.select().from(trackerEvents).all()
  expect(sightings.filter(({ at }) => at > 0)).toHaveLength(4)
  const { orders } = await readWave(dale)
  expect(orders[0].label.shipment_status_word).toBe('Delivered')
})

test('FUL-10 a delayed parcel says so', async () => {
  const { dale, tell } = await shippedBox()
  await tell({ id: 'evt_1', status: 'in_transit', at: '2026-11-24T08:00:00Z', detail: 'weather_delay' })
  const { orders } = await readWave(dale)
  expect(orders[0].label.shipment_status_word).toBe('Delayed')
})

test('FUL-10 the embedded carrier moves parcels by the shop clock, even if events are late, repeated and out of order', async () => {
  const { shop, dale, boxes } = await waveShop()
  await boughtLabels(shop, dale)
  expect((await press(dale, 'shipped', boxes)).status).toBe(200)
  shop.carrier.control.webhooks({ copies: 2, hold: true })
  for (let hour = 0; hour < 24 * 16; hour += 6) {
    shop.pass(6 * HOUR_MS)
    await shop.settleDown()
  }
  expect(orderNow(shop, boxes[0] ?? never()).state).toBe('shipped')
  shop.carrier.control.release({ shuffled: true })
  await shop.settleDown()
  for (const box of boxes) expect(orderNow(shop, box).state).toBe('delivered')
  for (const label of labelRows(shop)) expect(label.tracking).toBe('delivered')
})

function never(): never {
  throw new Error('the wave has boxes')
}
