import { expect, test } from 'vitest'
import { deliveries, deliveryLines } from '#db/schema/index.ts'
import { farmOf } from '../support/farms.ts'
import { inDays, offerIdOf } from '../support/lots.ts'
import { world } from '../support/world.ts'

test('VEN-1 a refused correction of a delivery shows the list again with the number that was typed', async () => {
  const shop = await world()
  const { farm, farmer, item, call } = await farmOf(shop)
  await call('incoming', { quantity: 400, expected_on: inDays(shop, 5), center: 'truckee-meadows' })
  const list = `/vendor/${farm.slug}/deliveries`
  const { deliveries } = await (await farmer.call('GET', list)).json()
  const [delivery] = deliveries.filter(
    ({ expected_on }: { expected_on: string }) => expected_on === inDays(shop, 5),
  )
  const correct = async (quantity: string, seen_units: string) => {
    const fields = { bid_item_token: item.bid_item_token, quantity, seen_units, page: '1' }
    const refused = await farmer.submit('POST', `${list}/${delivery.delivery_id}`, fields)
    return { status: refused.status, page: await refused.text() }
  }
  const tooMany = await correct('100001', '400')
  expect(tooMany.status).toBe(422)
  for (const kept of ['Please check the packs', 'value="100001"', 'staff-order__fold" open'])
    expect(tooMany.page).toContain(kept)
  expect(tooMany.page.split('value="100001"')).toHaveLength(2)

  const stale = await correct('50', '399')
  expect(stale.status).toBe(409)
  for (const kept of ['This number changed', 'value="50"', 'name="seen_units" value="400"'])
    expect(stale.page).toContain(kept)
})

test('VEN-1 a correction on a later page of the deliveries stays on that page while there is one', async () => {
  const shop = await world()
  const { farm, farmer, item } = await farmOf(shop)
  const offerId = offerIdOf(shop, item.bid_item_token)
  const list = `/vendor/${farm.slug}/deliveries`
  shop.db.delete(deliveryLines).run()
  shop.db.delete(deliveries).run()
  for (let day = 1; day <= 26; day++) {
    const announced = { farmId: farm.id, fcId: 1, expectedOn: inDays(shop, day), createdAt: shop.clock.now() }
    const [delivery] = shop.db.insert(deliveries).values(announced).returning().all()
    shop.db
      .insert(deliveryLines)
      .values({ deliveryId: delivery?.id ?? 0, offerId, expected: 40 })
      .run()
  }
  const last = await (await farmer.call('GET', `${list}?page=2`)).json()
  const correct = (quantity: string, seen_units: string) =>
    farmer.submit('POST', `${list}/${last.deliveries[0].delivery_id}`, {
      ...{ bid_item_token: item.bid_item_token, quantity, seen_units, page: '2' },
    })
  expect((await correct('30', '40')).headers.get('location')).toBe(`${list}?page=2`)
  expect((await correct('0', '30')).headers.get('location')).toBe(list)
})
