import { expect, test } from 'vitest'
import type { Order } from '#db/schema/index.ts'
import { formatDay } from '#src/day.ts'
import { CENTER, changeBox } from '../support/clerks.ts'
import { boughtLabels, labelRows } from '../support/label-jobs.ts'
import { wordsOf } from '../support/rewards.ts'
import { cancelOrder, press, WAVE, waveShop } from '../support/waves.ts'

/** The demo's wave with all its labels, and three of its boxes that ship on one day. */
async function labeledWave() {
  const { shop, dale, boxes } = await waveShop()
  const [canceled, edited, good] = boxes.filter(({ shipOn }) => shipOn === boxes[0]?.shipOn) as Order[]
  if (!canceled || !edited || !good) throw new Error('the demo has no such day')
  await boughtLabels(shop, dale)
  return { shop, dale, boxes, canceled, edited, good }
}

test('FUL-10 WAV-2 the label of a box that was stopped is not printed, and its page says why', async () => {
  const { shop, dale, boxes, canceled, edited, good } = await labeledWave()
  await cancelOrder(shop, canceled)
  changeBox(shop, edited, { deliveryStreet1: '7 New Rd', version: edited.version + 1 })
  expect(await wordsOf(await dale.visit(WAVE))).toContain(`Print ${boxes.length - 2} labels`)
  const zpl = await (await dale.visit(`${WAVE}/labels.zpl`)).text()
  expect(zpl.split('^XA')).toHaveLength(boxes.length - 2 + 1)
  expect(zpl).toContain(good.identifier)
  for (const { token, identifier } of [canceled, edited]) {
    expect(zpl).not.toContain(identifier)
    const refused = await dale.visit(`${WAVE}/labels.pdf?order=${token}`)
    expect([refused.status, await wordsOf(refused)]).toEqual([404, expect.stringContaining('Take it out')])
    const page = await (await dale.visit(`${WAVE}/boxes/${token}`)).text()
    expect(page).toContain('Changed since the wave was made')
    expect(page).toContain(`Take out ${identifier}`)
    expect(page).not.toContain('Print the label')
  }
  expect(await (await dale.visit(`${WAVE}/boxes/${good.token}`)).text()).toContain('Print the label')
  await press(dale, 'remove', [canceled, edited])
  expect(await wordsOf(await dale.visit(WAVE))).toContain(`Print ${boxes.length - 2} labels`)
})

test('FUL-10 WAV-2 a manifest leaves out the parcel of a box that was stopped', async () => {
  const { shop, dale, canceled, edited, good } = await labeledWave()
  await cancelOrder(shop, canceled)
  changeBox(shop, edited, { deliveryStreet1: '7 New Rd', version: edited.version + 1 })
  expect((await dale.call('POST', `${CENTER}/manifests`, { ship_on: good.shipOn })).status).toBe(200)
  await shop.settleDown()
  const manifestOf = ({ id }: Order) => labelRows(shop).find(({ orderId }) => orderId === id)?.manifestId
  expect([canceled, edited, good].map(manifestOf)).toEqual([null, null, 1])
  const day = good.shipOn && formatDay(good.shipOn, 'short')
  expect(await wordsOf(await dale.visit(WAVE))).not.toContain(`Make the manifest of ${day}`)
  expect((await dale.call('POST', `${CENTER}/manifests`, { ship_on: good.shipOn })).status).toBe(409)
})
