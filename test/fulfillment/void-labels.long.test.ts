import { expect, test } from 'vitest'
import type { Order } from '#db/schema/index.ts'
import { boughtLabels, labelRows } from '../support/label-jobs.ts'
import { orderNow, press, WAVE, waveShop } from '../support/waves.ts'

test('FUL-10 a box that ships in the same second as its label is voided keeps the label', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  await boughtLabels(shop, dale, [box.token])
  const [shipped, voided] = await Promise.all([
    press(dale, 'shipped', [box]),
    dale.call('POST', `${WAVE}/labels/void`, { order_tokens: [box.token] }),
  ])
  expect(shipped.status).toBe(200)
  expect(orderNow(shop, box).state).toBe('shipped')
  const [label] = labelRows(shop)
  expect([voided.status, label?.state]).toEqual([409, 'bought'])
})
