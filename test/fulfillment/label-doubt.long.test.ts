import { expect, test } from 'vitest'
import type { Order } from '#db/schema/index.ts'
import { MINUTE_MS } from '#src/day.ts'
import { CarrierError } from '#src/providers/shipping/carrier.ts'
import { CENTER } from '../support/clerks.ts'
import { boughtLabels, labelRows } from '../support/label-jobs.ts'
import { WAVE, waveShop } from '../support/waves.ts'

const GONE = new CarrierError('not_done', 'no_answer', 'The carrier did not answer (connect ECONNREFUSED).')

test('FUL-10 a carrier that goes down right after a sale, before it can be asked, sells no second label', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  const { carrier } = shop.services
  const { findShipment } = carrier
  shop.carrier.control.fault({ kind: 'reset', method: 'POST', path: '/v2/shipments/*/buy', when: 'after' })
  carrier.findShipment = async () => {
    throw GONE
  }
  const { job_id } = await (await dale.call('POST', `${WAVE}/labels`, { order_tokens: [box.token] })).json()
  for (let round = 0; round < 4; round += 1) {
    await shop.settleDown()
    shop.pass(MINUTE_MS)
  }
  expect(await (await dale.call('GET', `/jobs/${job_id}`)).json()).toMatchObject({ job_status: 'failed' })
  expect(shop.carrier.sold()).toHaveLength(1)
  expect(labelRows(shop).map(({ state }) => state)).toEqual(['buying'])
  shop.carrier.control.clear()
  carrier.findShipment = findShipment
  expect(await boughtLabels(shop, dale, [box.token])).toMatchObject({ job_status: 'complete', warnings: [] })
  expect(shop.carrier.sold()).toHaveLength(1)
  expect(labelRows(shop).map(({ state }) => state)).toEqual(['bought'])
})

test('FUL-10 a manifest made just before the carrier went down is not given up, so no label joins it unseen', async () => {
  const { shop, dale, boxes } = await waveShop()
  await boughtLabels(shop, dale)
  const { carrier } = shop.services
  const { findShipment } = carrier
  const path = '/v2/scan_forms'
  shop.carrier.control.fault({ kind: 'reset', method: 'POST', path, when: 'after', times: 1 })
  carrier.findShipment = async (id) => {
    if (shop.carrier.sold().some(({ scan_form }) => scan_form)) throw GONE
    return findShipment(id)
  }
  const ask = () => dale.call('POST', `${CENTER}/manifests`, { ship_on: boxes[0]?.shipOn ?? '' })
  expect((await ask()).status).toBe(200)
  for (let round = 0; round < 3; round += 1) {
    await shop.settleDown()
    shop.pass(MINUTE_MS)
  }
  expect((await ask()).status).toBe(409)
  carrier.findShipment = findShipment
  for (let round = 0; round < 3; round += 1) {
    shop.pass(5 * MINUTE_MS)
    await shop.settleDown()
  }
  expect((await dale.visit(`${CENTER}/manifests/1`)).status).toBe(200)
  expect(new Set(shop.carrier.sold().flatMap(({ scan_form }) => scan_form?.id ?? [])).size).toBe(1)
})
