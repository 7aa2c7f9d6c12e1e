import { expect, test } from 'vitest'
import type { Order } from '#db/schema/index.ts'
import { MINUTE_MS, SECOND_MS } from '#src/day.ts'
import { runDueJobs } from '#src/work/jobs.ts'
import { CENTER } from '../support/clerks.ts'
import { boughtLabels, labelRows } from '../support/label-jobs.ts'
import { wordsOf } from '../support/rewards.ts'
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

test('FUL-10 a job that is tried again buys no label that a clerk voided after asking for it', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [voided, slow] = boxes as [Order, Order]
  shop.carrier.control.fault({ kind: 'error', method: 'POST', path: '/v2/shipments/*/buy', times: 1 })
  const order_tokens = [voided.token, slow.token]
  const { job_id } = await (await dale.call('POST', `${WAVE}/labels`, { order_tokens })).json()
  await runDueJobs(shop.services)
  const bought = labelRows(shop).find(({ state }) => state === 'bought')
  const box = [voided, slow].find(({ id }) => id === bought?.orderId)
  shop.pass(SECOND_MS)
  const seen = { order_tokens: [box?.token] }
  expect((await dale.call('POST', `${WAVE}/labels/void`, seen)).status).toBe(200)
  for (let round = 0; round < 3; round += 1) {
    shop.pass(MINUTE_MS)
    await shop.settleDown()
  }
  expect(shop.carrier.sold()).toHaveLength(2)
  const detail = await (await dale.call('GET', `/jobs/${job_id}`)).json()
  expect(detail).toMatchObject({ job_status: 'complete', message: '1 label is ready to print.' })
  expect(detail.warnings).toEqual([expect.stringContaining(`${box?.identifier}: It was voided meanwhile.`)])
  expect(await boughtLabels(shop, dale, [box?.token ?? ''])).toMatchObject({ warnings: [] })
  expect(shop.carrier.sold()).toHaveLength(3)
})

test('FUL-10 the wave’s page names the boxes that a printed manifest lists although their label was voided', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [early, late] = boxes.filter(({ shipOn }) => shipOn === boxes[0]?.shipOn) as [Order, Order]
  await boughtLabels(shop, dale)
  const codeOf = (box: Order) => labelRows(shop).find(({ orderId }) => orderId === box.id)?.trackingCode
  const [earlyCode, lateCode] = [codeOf(early), codeOf(late)]
  const voidLabel = (box: Order) => dale.call('POST', `${WAVE}/labels/void`, { order_tokens: [box.token] })
  await dale.call('POST', `${CENTER}/manifests`, { ship_on: late.shipOn })
  expect((await voidLabel(early)).status).toBe(200) // before the carrier made the manifest
  await shop.settleDown()
  shop.pass(MINUTE_MS)
  expect(await wordsOf(await dale.visit(WAVE))).not.toContain('Cross out')
  expect((await voidLabel(late)).status).toBe(200)
  const words = await wordsOf(await dale.visit(WAVE))
  expect(words).toContain(`Cross out ${lateCode} (${late.identifier}): its label was voided afterwards.`)
  expect(words).not.toContain(`${earlyCode} (`)
})
