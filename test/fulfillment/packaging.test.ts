import { expect, test } from 'vitest'
import { packagingChanges } from '#db/schema/index.ts'
import { CENTER, centerShop } from '../support/clerks.ts'
import { validator } from '../support/valid-html.ts'

const WAVE = `${CENTER}/packing_waves/1`

type WaveJson = {
  orders: { order_token: string; box_size: string; dry_ice_grams: number; lines: { quantity: number }[] }[]
}

test('FUL-9 each box of a wave has a size and ice; a clerk changes them with a reason, and the change is recorded', async () => {
  const { shop, dale } = await centerShop()
  const { orders }: WaveJson = await (await dale.call('GET', WAVE)).json()
  expect(orders).toHaveLength(20)
  for (const { box_size, dry_ice_grams } of orders) {
    expect(box_size).toMatch(/^(S|M|L|XL)$/)
    expect(dry_ice_grams).toBeGreaterThan(1_000)
  }
  const [box] = orders
  const path = `${WAVE}/boxes/${box?.order_token}`
  const change = { box_size: 'XL', dry_ice_pounds: '21.2', reason: 'Size M has run out <b>' }
  const changed = await dale.call('POST', `${path}/packaging`, change)
  expect(await changed.json()).toMatchObject({ box_size: 'XL', dry_ice_grams: Math.round(21.5 * 453.59237) })
  expect(await (await dale.call('GET', path)).json()).toMatchObject({
    box_size: 'XL',
    reason: 'Size M has run out <b>',
    changed_by: expect.stringMatching(/\w/),
  })
  const after: WaveJson = await (await dale.call('GET', WAVE)).json()
  expect(after.orders[0]?.box_size).toBe('XL')
  const page = await (await dale.visit(path)).text()
  expect(page).toContain('Size M has run out &lt;b&gt;')
  const { results } = await validator.validateString(page)
  expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
  expect(shop.db.select().from(packagingChanges).all()).toHaveLength(1)
})

test('FUL-9 a wrong size, weight or reason is rejected with a message, and at another center the box is a 404', async () => {
  const { shop, dale } = await centerShop()
  const { orders }: WaveJson = await (await dale.call('GET', WAVE)).json()
  const path = `/boxes/${orders[0]?.order_token}`
  const fine = { box_size: 'M', dry_ice_pounds: '5', reason: 'Hot day' }
  for (const wrong of [
    { ...fine, box_size: 'XXL' },
    { ...fine, dry_ice_pounds: '-1' },
    { ...fine, dry_ice_pounds: '101' },
    { ...fine, reason: ' ' },
  ]) {
    const answer = await dale.call('POST', `${WAVE}${path}/packaging`, wrong)
    expect(answer.status).toBe(422)
    expect((await answer.json()).error).toMatch(/^Please check /)
  }
  const form = await dale.submit('POST', `${WAVE}${path}/packaging`, { ...fine, dry_ice_pounds: 'much' })
  expect(form.status).toBe(422)
  const elsewhere = `/fulfillment/cumberland-valley/packing_waves/1${path}`
  expect((await dale.call('GET', elsewhere)).status).toBe(404)
  expect((await dale.call('GET', `${WAVE}/boxes/nothing`)).status).toBe(404)
  expect(shop.db.select().from(packagingChanges).all()).toEqual([])
})
