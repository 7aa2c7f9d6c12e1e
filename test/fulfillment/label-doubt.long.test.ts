import { expect, test } from 'vitest'
import type { Order } from '#db/schema/index.ts'
import { MINUTE_MS } from '#src/day.ts'
import { CarrierError } from '#src/providers/shipping/carrier.ts'
import { boughtLabels, labelRows } from '../support/label-jobs.ts'
import { WAVE, waveShop } from '../support/waves.ts'

test('FUL-10 a carrier that goes down right after a sale, before it can be asked, sells no second label', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  const { carrier } = shop.services
  const { findShipment } = carrier
  shop.carrier.control.fault({ kind: 'reset', method: 'POST', path: '/v2/shipments/*/buy', when: 'after' })
  carrier.findShipment = async () => {
    throw new CarrierError('not_done', 'no_answer', 'The carrier did not answer (connect ECONNREFUSED).')
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
