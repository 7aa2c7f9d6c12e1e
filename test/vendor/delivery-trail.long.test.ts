import { expect, test } from 'vitest'
import { deliveries } from '#db/schema/index.ts'
import { CENTER, centerShop } from '../support/clerks.ts'
import { farmOf } from '../support/farms.ts'
import { inDays } from '../support/lots.ts'
import { trailOf } from '../support/trail.ts'

test('STF-8 VEN-1 the trail keeps each announcement of a farm and each correction, once', async () => {
  const { shop } = await centerShop()
  const { farm, farmer, item, call } = await farmOf(shop)
  const expected_on = inDays(shop, 9)
  const announcement = { quantity: 40, expected_on, center: 'truckee-meadows', press: 'A'.repeat(22) }
  for (let n = 0; n < 2; n++) expect((await call('incoming', announcement)).status).toBe(200)
  const at = `/vendor/${farm.slug}/deliveries/${shop.db.select().from(deliveries).all().at(-1)?.id}`
  for (const [quantity, seen_units, status] of [
    [25, 40, 200],
    [25, 40, 200], // submitted twice
    [30, 40, 409],
    [0, 25, 200],
  ] as const) {
    const fields = { bid_item_token: item.bid_item_token, quantity, seen_units }
    expect((await farmer.call('POST', at, fields)).status).toBe(status)
  }

  const facts = { center: 'Truckee Meadows', expected_on }
  const subject = { subjectKind: 'offer', subjectToken: item.bid_item_token, at: shop.clock.now() }
  expect(trailOf(shop).filter(({ verb }) => verb.startsWith('offer.delivery_'))).toMatchObject([
    {
      ...subject,
      verb: 'offer.delivery_corrected',
      detail: { before: { packs: 25 }, after: { packs: 0 }, ...facts },
    },
    {
      ...subject,
      verb: 'offer.delivery_corrected',
      detail: { before: { packs: 40 }, after: { packs: 25 }, ...facts },
    },
    { ...subject, verb: 'offer.delivery_announced', detail: { packs: 40, ...facts } },
  ])
})

test('STF-8 FUL-12 the trail keeps what a clerk announces for a farm', async () => {
  const { shop, dale } = await centerShop()
  const { item } = await farmOf(shop)
  const expected_on = inDays(shop, 9)
  const fields = { bid_item_token: item.bid_item_token, quantity: 12, expected_on, press: 'B'.repeat(22) }
  for (let n = 0; n < 2; n++)
    expect((await dale.call('POST', `${CENTER}/receiving`, fields)).status).toBe(200)
  expect(trailOf(shop).filter(({ verb }) => verb === 'offer.delivery_announced')).toMatchObject([
    { subjectToken: item.bid_item_token, detail: { packs: 12, expected_on } },
  ])
})
