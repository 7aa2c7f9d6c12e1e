import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { lots } from '#db/schema/index.ts'
import { formatDate } from '#src/day.ts'
import { offerToken } from '../support/buying.ts'
import { CENTER, centerShop } from '../support/clerks.ts'
import { inDays, offerIdOf, unitsOnHand } from '../support/lots.ts'

/** A delivery of 20 packs, and what one count of some of them says. */
async function dueDelivery() {
  const { shop, dale } = await centerShop()
  const token = offerToken(shop.db, 'demo-fifty')
  const due = { bid_item_token: token, quantity: 20, expected_on: inDays(shop, 1) }
  const { delivery_id } = await (await dale.call('POST', `${CENTER}/receiving`, due)).json()
  const count = async (...lines: object[]) => {
    const of = { bid_item_token: token, lot: 'L-7', quantity: 5, best_by: inDays(shop, 200) }
    const body = { lines: lines.map((each) => ({ ...of, reason: 'The rest comes later', ...each })) }
    const answer = await dale.call('POST', `${CENTER}/receiving/${delivery_id}/check_in`, body)
    return [answer.status, (await answer.json()).error]
  }
  const lot = () => shop.db.select().from(lots).where(eq(lots.code, 'L-7')).get()
  return { shop, offerId: offerIdOf(shop, token), count, lot }
}

test('FUL-12 LOT-1 a count is rejected if its dates are not those of the lot that is here', async () => {
  const { shop, offerId, count, lot } = await dueDelivery()
  expect(await count({ pack_date: inDays(shop, -9) })).toEqual([200, undefined])
  for (const [field, days] of [
    ['pack_date', -8],
    ['best_by', 201],
  ] as const) {
    const [status, error] = await count({ pack_date: inDays(shop, -9), [field]: inDays(shop, days) })
    expect([status, error]).toEqual([422, expect.stringContaining('lot L-7 ')])
  }
  const [, error] = await count({ pack_date: inDays(shop, -8) })
  expect(error).toContain(`lot L-7 was packed on ${formatDate(inDays(shop, -9))}.`)
  const [status] = await count(
    { lot: 'L-8', freeze_date: inDays(shop, -3) },
    { lot: 'L-8', freeze_date: inDays(shop, -2) },
  )
  expect(status).toBe(422)
  expect(unitsOnHand(shop, offerId)).toBe(55)
  expect(await count({ harvest_date: inDays(shop, -12) })).toEqual([200, undefined])
  expect(lot()).toMatchObject({ unitsLeft: 10, packedOn: inDays(shop, -9), harvestedOn: inDays(shop, -12) })
})

test('FUL-12 a pack that was harvested after it was packed or frozen changes nothing', async () => {
  const { shop, offerId, count } = await dueDelivery()
  const harvest_date = inDays(shop, -5)
  for (const field of ['pack_date', 'freeze_date']) {
    const [status, error] = await count({ harvest_date, [field]: inDays(shop, -6) })
    expect([status, error]).toEqual([422, expect.stringContaining('before it was harvested.')])
  }
  expect(unitsOnHand(shop, offerId)).toBe(50)
  expect(await count({ harvest_date, pack_date: harvest_date })).toEqual([200, undefined])
})
