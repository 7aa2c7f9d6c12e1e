import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { lots, type Order } from '#db/schema/index.ts'
import { makeWave } from '#src/fulfillment/waves.ts'
import { CENTER, centerShop } from '../support/clerks.ts'
import { boxesToPack, inDays, receiveLot } from '../support/lots.ts'
import { wordsOf } from '../support/rewards.ts'

const WAVE = `${CENTER}/packing_waves/2`

/** A wave of one box, of whose first offer it planned two or more units from lot SOON. */
async function boxOfLot() {
  const { shop, dale } = await centerShop()
  const { orderId, offerId, token, units } = shop.db.get<{
    orderId: number
    offerId: number
    token: string
    units: number
  }>(sql`
    select order_lines.order_id as orderId, offers.id as offerId, offers.token, order_lines.quantity as units
    from order_lines inner join offers on offers.id = order_lines.offer_id
    where order_lines.quantity > 1 and offers.id not in (select offer_id from lots)
      and order_lines.order_id in (select value from json_each(${JSON.stringify(boxesToPack(shop).map(({ id }) => id))}))`)
  const [box] = boxesToPack(shop).filter(({ id }) => id === orderId) as [Order]
  const lot = (code: string, days: number) =>
    receiveLot(shop, { offerId, code, bestBy: inDays(shop, days), units: 40 })
  await lot('SOON', 100)
  await durably(shop.db, (tx) => makeWave(tx, 1, sql`select ${orderId}`, shop.clock.now()))
  const post = (step: string, fields: object) =>
    dale.call('POST', `${WAVE}/${step}`, { order_token: box.token, ...fields })
  const left = async () => {
    const { pick } = await (await dale.call('GET', `${WAVE}/pick_list`)).json()
    return pick.filter((row: { bid_item_token: string }) => row.bid_item_token === token)
  }
  const expire = (code: string) =>
    shop.db
      .update(lots)
      .set({ bestBy: inDays(shop, 1) })
      .where(eq(lots.code, code))
      .run()
  return { shop, dale, box, token, units, lot, post, left, expire }
}

test('FUL-6 what is in a box already is not left to pick', async () => {
  const { dale, token, units, post, left } = await boxOfLot()
  expect(await left()).toMatchObject([{ lot: 'SOON', quantity: units, boxes: 1 }])
  expect((await post('scan', { barcode: `${token}/SOON/s1` })).status).toBe(200)
  expect(await left()).toMatchObject([{ lot: 'SOON', quantity: units - 1, boxes: 1 }])
  for (let pack = 1; pack < units; pack++)
    expect((await post('scan', { barcode: `${token}/SOON/t${pack}` })).status).toBe(200)
  expect(await left()).toEqual([])
  const whole = await (await dale.visit(WAVE)).text()
  expect(whole.split('aria-label="Pick list"')[1]?.split('</table>')[0]).not.toContain('SOON')
})

test('FUL-6 LOT-1 what is left to pick names the lots that a box may not have anymore', async () => {
  const { dale, units, left, expire } = await boxOfLot()
  expect(await left()).toMatchObject([{ lot: 'SOON', problem: null }])
  expire('SOON')
  const problem = 'Take another lot: SOON would reach its best-by day too soon after arrival.'
  expect(await left()).toMatchObject([{ lot: 'SOON', quantity: units, problem }])
  for (const page of [WAVE, `${WAVE}/pick_list`])
    expect(await wordsOf(await dale.visit(page))).toContain(problem)
})
