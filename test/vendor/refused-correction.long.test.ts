import { expect, test } from 'vitest'
import { farmOf } from '../support/farms.ts'
import { inDays } from '../support/lots.ts'
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
