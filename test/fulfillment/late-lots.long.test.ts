import { expect, test } from 'vitest'
import { lots, type Order } from '#db/schema/index.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { inDays, offerIdOf, receiveLot } from '../support/lots.ts'
import { press, WAVE, waveShop } from '../support/waves.ts'

type Line = { bid_item_token: string; quantity: number }

test('FUL-11 LOT-1 a box isn’t closed by a scan while a pack in it is of a lot that expired meanwhile', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box] = boxes as [Order]
  const post = async (step: string, fields: object) => {
    const answer = await dale.call('POST', `${WAVE}/${step}`, { order_token: box.token, ...fields })
    return { status: answer.status, ...(await answer.json()) }
  }
  const { lines } = await (await dale.call('GET', `${WAVE}/pack?order_token=${box.token}`)).json()
  const [first, ...others] = lines as [Line, ...Line[]]
  const offerId = offerIdOf(shop, first.bid_item_token)
  const lot = (code: string) => receiveLot(shop, { offerId, code, bestBy: inDays(shop, 200), units: 9 })
  await lot('SOON')
  const codes = [
    ...Array.from({ length: first.quantity }, (_, index) => `${first.bid_item_token}/SOON/s${index}`),
    ...others.flatMap(({ bid_item_token: token, quantity }) =>
      Array.from({ length: quantity }, (_, index) => `${token}/L/${index}`),
    ),
  ]
  const last = codes.at(-1)
  for (const barcode of codes.slice(0, -1)) expect((await post('scan', { barcode })).status).toBe(200)
  shop.db
    .update(lots)
    .set({ bestBy: inDays(shop, 1) })
    .run()

  const refused = await post('scan', { barcode: last })
  expect(refused).toMatchObject({ status: 409, code: 'lot_in_box' })
  expect(refused.error).toContain('Lot SOON would reach its best-by day too soon after arrival.')
  expect((await press(dale, 'shipped', [box])).status).toBe(409)

  await lot('FRESH')
  for (let index = 0; index < first.quantity; index++)
    expect((await post('unscan', { package_id: `s${index}` })).status).toBe(200)
  for (let index = 0; index < first.quantity; index++) {
    expect((await post('scan', { barcode: `${first.bid_item_token}/FRESH/f${index}` })).status).toBe(200)
  }
  expect((await post('scan', { barcode: last })).message).toContain('is packed')
  expect((await press(dale, 'shipped', [box])).status).toBe(200)
  expect(ledgerProblems(shop.db)).toEqual([])
})
