import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { offers } from '#db/schema/index.ts'
import { formatDate } from '#src/day.ts'
import { CENTER } from '../support/clerks.ts'
import { inDays, offerIdOf, receiveLot } from '../support/lots.ts'
import { validator } from '../support/valid-html.ts'
import { WAVE, waveShop } from '../support/waves.ts'

test('FUL-11 each unit of a lot has a printable label that can be scanned into a box', async () => {
  const { shop, dale, boxes } = await waveShop()
  const [box] = boxes
  const { lines } = await (await dale.call('GET', `${WAVE}/pack?order_token=${box!.token}`)).json()
  const [{ bid_item_token: token }] = lines
  const offerId = offerIdOf(shop, token)
  const read = async () => (await dale.call('GET', `${CENTER}/inventory/${token}/labels`)).json()
  await receiveLot(shop, { offerId, code: 'NEW-1', bestBy: inDays(shop, 200), units: 3 })
  const scan = async (barcode: string) =>
    (await dale.call('POST', `${WAVE}/scan`, { order_token: box!.token, barcode })).json()
  const { labels, total } = await read()
  expect([total, new Set(labels.map(({ barcode }: { barcode: string }) => barcode)).size]).toEqual([3, 3])
  expect(labels[0].barcode).toMatch(/^\(01\)\d{14}\(10\)NEW-1\(21\)\w{10}$/)
  expect(await scan(labels[0].barcode)).toMatchObject({ package_id: labels[0].barcode.slice(-10) })
  expect((await scan(labels[0].barcode)).code).toBe('scanned_before')
  const page = await (await dale.visit(`${CENTER}/inventory/${token}/labels`)).text()
  expect(page.match(/class="code128"/g)).toHaveLength(2)
  expect(page).toContain(`Lot NEW-1 · Best by ${formatDate(inDays(shop, 200))}`)
  const { results } = await validator.validateString(page)
  expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
  shop.db.update(offers).set({ gtin: null }).where(eq(offers.id, offerId)).run()
  expect((await read()).labels[0].barcode).toMatch(new RegExp(`^${token}/NEW-1/\\w{10}$`))
})
