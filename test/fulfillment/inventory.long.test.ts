import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { offers, stock, varieties } from '#db/schema/index.ts'
import { signedIn } from '../support/account.ts'
import { centerShop, PRIYA } from '../support/clerks.ts'
import { INVENTORY, reserve, stockedOffer } from '../support/inventory.ts'
import type { Shopper } from '../support/shopper.ts'
import { validator } from '../support/valid-html.ts'

const read = async (clerk: Shopper, query = '') => (await clerk.call('GET', `${INVENTORY}${query}`)).json()

type Row = { bid_item_token: string; name: string; available: number }

async function allRows(clerk: Shopper): Promise<Row[]> {
  const { pages } = await read(clerk)
  const rows: Row[] = []
  for (let page = 1; page <= pages; page += 1) rows.push(...(await read(clerk, `?page=${page}`)).items)
  return rows
}

test('FUL-7 the inventory lists each offer once, fifty a page, with units on hand, reserved and available', async () => {
  const { shop, dale } = await centerShop()
  const offer = stockedOffer(shop)
  await reserve(shop, offer.id, 7)
  const rows = await allRows(dale)
  const { total } = await read(dale)
  expect(new Set(rows.map(({ bid_item_token }) => bid_item_token)).size).toBe(total)
  expect(rows.find(({ bid_item_token }) => bid_item_token === offer.token)).toMatchObject({
    label: offer.label,
    on_hand: offer.onHand,
    reserved: 7,
    available: offer.onHand - 7,
  })
  expect((await dale.call('GET', `${INVENTORY}?page=99`)).status).toBe(404)
})

test('FUL-7 an expired reservation no longer counts', async () => {
  const { shop, dale } = await centerShop()
  const offer = stockedOffer(shop)
  await reserve(shop, offer.id, 7, shop.clock.now() + 1)
  shop.pass(2)
  const row = await (await dale.call('GET', `${INVENTORY}/${offer.token}`)).json()
  expect(row).toMatchObject({ reserved: 0, available: offer.onHand })
})

test('FUL-7 an offer that the center never stocked is listed with zero units', async () => {
  const { shop, dale } = await centerShop()
  const offer = stockedOffer(shop)
  shop.db.delete(stock).where(eq(stock.offerId, offer.id)).run()
  const row = (await allRows(dale)).find(({ bid_item_token }) => bid_item_token === offer.token)
  expect(row).toMatchObject({ on_hand: 0, reserved: 0, available: 0 })
})

test('FUL-7 a search finds offers by cut, weight, farm or barcode, without wildcards', async () => {
  const { shop, dale } = await centerShop()
  const offer = stockedOffer(shop)
  const all = await read(dale)
  const byCut = await read(dale, '?q=%20RIBeye%20')
  expect(byCut.total).toBeGreaterThan(0)
  expect(byCut.total).toBeLessThan(all.total)
  for (const { name } of byCut.items) expect(name.toLowerCase()).toContain('ribeye')
  const byCode = await read(dale, `?q=${offer.token}`)
  expect(byCode.items.map(({ bid_item_token }: Row) => bid_item_token)).toEqual([offer.token])
  const larks = await read(dale, '?q=larks+ribeye')
  expect(larks.items.map(({ farm }: { farm: string }) => farm)).toContain('Three Larks Ranch')
  expect(
    larks.items.filter(({ name, farm }: Record<string, string>) => !/ribeye.*Larks/i.test(`${name} ${farm}`)),
  ).toEqual([])
  expect((await read(dale, '?q=%25')).total).toBe(0)
  expect(await (await dale.visit(`${INVENTORY}?q=zzz`)).text()).toContain('No offers match')
})

test('BEH-29 without scripts, a barcode redirects to the page and row of its offer', async () => {
  const { dale } = await centerShop()
  const rows = await allRows(dale)
  for (const { bid_item_token: token } of [rows[0]!, rows[60]!, rows.at(-1)!]) {
    const led = await dale.visit(`${INVENTORY}?barcode=${token}`)
    const path = led.headers.get('location') ?? ''
    expect([led.status, path]).toEqual([302, `${INVENTORY}?scanned=${token}#offer_${token}`])
    const page = await (await dale.visit(path.split('#')[0] ?? '')).text()
    expect(page).toMatch(new RegExp(`id="offer_${token}"[^>]*aria-current="true"`))
    expect(await (await dale.call('GET', `${INVENTORY}?barcode=${token}`)).json()).toMatchObject({
      bid_item_token: token,
      redirect_to: path,
    })
  }
  expect((await dale.visit(`${INVENTORY}?scanned=gone`)).status).toBe(404)
})

test('BEH-29 an unknown barcode is named in the message, and a barcode needs at least 4 characters', async () => {
  const { dale } = await centerShop()
  const unknown = await dale.call('GET', `${INVENTORY}?barcode=0075%3Cb`)
  expect([unknown.status, (await unknown.json()).error]).toEqual([404, 'No offer has the barcode "0075<b".'])
  const short = await dale.call('GET', `${INVENTORY}?barcode=%20abc%20`)
  expect([short.status, (await short.json()).error]).toEqual([422, 'A barcode has at least 4 characters.'])
  const page = await dale.visit(`${INVENTORY}?barcode=0075%3Cb`)
  expect(page.status).toBe(404)
  expect(await page.text()).toContain('No offer has the barcode &quot;0075&lt;b&quot;.')
})

test("FUL-7 a clerk sets an offer's shelf or clears it, and an invalid shelf is rejected", async () => {
  const { shop, dale } = await centerShop()
  const { token } = stockedOffer(shop)
  const path = `${INVENTORY}/${token}`
  const put = (shelf: unknown) => dale.call('POST', `${path}/shelf`, { shelf })
  expect(await (await put(' b-14 ')).json()).toMatchObject({ bid_item_token: token, shelf: 'B-14' })
  for (const shelf of ['=B14', 'B-14-B-14-B-14', '<b>', 'B\n14', ['B']])
    expect((await put(shelf)).status, String(shelf)).toBe(422)
  const form = await dale.submit('POST', `${path}/shelf`, { shelf: 'B-15' })
  expect([form.status, form.headers.get('location')]).toEqual([303, path])
  for (const page of [path, `${INVENTORY}?q=${token}`]) {
    const html = await (await dale.visit(page)).text()
    expect(html, page).toContain('B-15')
    const { results } = await validator.validateString(html)
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
  }
  const priya = await signedIn(shop, PRIYA)
  expect((await priya.call('POST', `${path}/shelf`, { shelf: 'X-1' })).status).toBe(404)
  expect(await (await put('')).json()).toMatchObject({ shelf: null })
})

test('FUL-7 a search finds names with accents and typographic apostrophes as a keyboard types them, and the reverse', async () => {
  const { shop, dale } = await centerShop()
  const { token } = stockedOffer(shop)
  const { varietyId } = shop.db.select().from(offers).where(eq(offers.token, token)).get()!
  shop.db.update(varieties).set({ name: 'Émile’s jalapeño links' }).where(eq(varieties.id, varietyId)).run()
  for (const typed of ['jalapeno', 'JALAPEÑO', 'émile’s links', "emile's", 'Emile’s'])
    expect((await read(dale, `?q=${encodeURIComponent(typed)}`)).total, typed).toBeGreaterThan(0)
  shop.db.update(varieties).set({ name: 'Jalapeno links' }).where(eq(varieties.id, varietyId)).run()
  expect((await read(dale, '?q=jalapeño')).total).toBeGreaterThan(0)
})

test('FUL-7 the pages are valid HTML, and a name cannot inject markup', async () => {
  const { shop, dale } = await centerShop()
  const offer = stockedOffer(shop)
  shop.db.update(varieties).set({ name: '<b onmouseover=alert(1)>"Rib' }).run()
  for (const path of [
    `${INVENTORY}?q=${offer.token}`,
    `${INVENTORY}?scanned=${offer.token}`,
    `${INVENTORY}?barcode=none`,
    `${INVENTORY}/${offer.token}`,
  ]) {
    const html = await (await dale.visit(path)).text()
    const { results } = await validator.validateString(html)
    const messages = results.flatMap(({ messages: found }) => found.map(({ message }) => message))
    expect([path, messages]).toEqual([path, []])
    expect(html).not.toContain('<b onmouseover')
  }
})
