import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { offers, stock, varieties } from '#db/schema/index.ts'
import { offerToken, readyToPay, SEATTLE } from '../support/buying.ts'
import { world } from '../support/world.ts'

async function withRibeyes(quantity: number) {
  const shop = await world()
  const shopper = await shop.shopper()
  const token = offerToken(shop.db, 'grass-fed-ribeye')
  await shopper.call('POST', `/cart/items/${token}`, { quantity })
  const offer = shop.db.select().from(offers).where(eq(offers.token, token)).get()!
  return { ...shop, visitor: shopper, offer, cartPage: async () => (await shopper.visit('/cart')).text() }
}

test('CRT-6 the empty cart says so and has no checkout button', async () => {
  const { shopper } = await world()
  const page = await (await shopper()).visit('/cart')
  expect(page.status).toBe(200)
  const html = await page.text()
  expect(html).toContain('Your box is empty')
  expect(html).not.toContain('href="/checkout"')
})

test('CRT-6 shows lines, totals and a single primary button, which leads to checkout', async () => {
  const { cartPage } = await withRibeyes(3)
  const html = await cartPage()
  expect(html).toContain('Grass-fed ribeye')
  expect(html).toContain('$68.70')
  expect(html).toContain('id="cart_summary"')
  const page = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  const filled = [...page.matchAll(/<(?:a|button)[^>]*class="(button[^"]*)"[^>]*>/g)].filter(
    ([, classes]) => !classes!.includes('quiet'),
  )
  expect(filled.map(([tag]) => tag)).toEqual([expect.stringContaining('href="/checkout"')])
})

test('CRT-6 shows how much more is needed for the minimum, then for free shipping, then that delivery is free', async () => {
  expect(await (await withRibeyes(2)).cartPage()).toContain('Add $3.20 more to reach our $49 minimum.')
  expect(await (await withRibeyes(3)).cartPage()).toContain('<b>$80.30</b> more and delivery is free')
  const free = await (await withRibeyes(7)).cartPage()
  expect(free).toContain('Delivery is free')
  expect(free).toMatch(/<dt>Delivery<\/dt><dd>Free<\/dd>/)
})

test('CRT-6 below the minimum, the button links to low-priced items rather than to an error', async () => {
  const { cartPage, visitor } = await withRibeyes(2)
  const html = await cartPage()
  expect(html).not.toContain('href="/checkout"')
  expect(html).toContain('href="/shop?in_stock=1&amp;sort=price">Add $3.20 to check out</a>')
  await visitor.visit('/checkout')
  expect(await cartPage()).toMatch(/class="notice notice--info[^"]*"(?:(?!<\/p>).)*Add \$3\.20 more/s)
})

test('CRT-6 a changed price is shown with both prices, and the total uses the new one', async () => {
  const { db, offer, cartPage } = await withRibeyes(3)
  expect(await cartPage()).not.toContain('changed since')
  db.update(offers).set({ priceCents: 2_500 }).where(eq(offers.id, offer.id)).run()
  const html = await cartPage()
  expect(html).toContain('One item has changed since you added it')
  expect(html).toContain('The price changed from $22.90 to $25.00 since you added it.')
  expect(html).toContain('$75.00')
})

test('CRT-6 reduced stock is shown, whether some or none is left', async () => {
  const { db, offer, cartPage } = await withRibeyes(3)
  const leave = (onHand: number) => db.update(stock).set({ onHand }).where(eq(stock.offerId, offer.id)).run()
  leave(2)
  const some = await cartPage()
  expect(some).toContain('Only 2 left now.')
  expect(some).toContain('Quantity of Grass-fed ribeye')
  leave(0)
  const html = await cartPage()
  expect(html).toContain('<p class="cart-line__quantity">Quantity: 3</p>')
  expect(html).not.toContain('Quantity of Grass-fed ribeye')
  expect(html).toContain('This sold out after you added it.')
  expect(html).toContain('One item needs a change before you can check out.')
  expect(html).not.toContain('see the new total')
})

test('CRT-6 less stock than the smallest order asks to remove the item', async () => {
  const { db, offer, cartPage } = await withRibeyes(3)
  db.update(offers).set({ minQuantity: 2 }).where(eq(offers.id, offer.id)).run()
  db.update(stock).set({ onHand: 1 }).where(eq(stock.offerId, offer.id)).run()
  const html = await cartPage()
  expect(html).toContain('Only 1 left now, and the smallest order is 2. Please remove it to continue.')
  expect(html).not.toContain('Quantity of Grass-fed ribeye')
})

test('CRT-6 an item that was withdrawn is to be removed', async () => {
  const { db, offer, cartPage } = await withRibeyes(3)
  db.update(varieties).set({ hidden: true }).where(eq(varieties.id, offer.varietyId)).run()
  const html = await cartPage()
  expect(html).toContain('We no longer sell this. Please remove it to continue.')
  expect(html).toContain('One item needs a change before you can check out.')
})

test('CRT-6 delivery is estimated for the saved postal code, or the page asks for one', async () => {
  const { visitor, cartPage } = await withRibeyes(3)
  expect(await cartPage()).toContain('id="cart_postal_code"')
  await visitor.submit('POST', '/v1/update_postal_code', { postal_code: '98101' })
  const html = await cartPage()
  expect(html).toMatch(/Arrives in 98101 as early as <b>/)
  expect(html).toMatch(/<dt>Delivery<\/dt><dd>\$(14|19|24)\.95<\/dd>/)
})

test('CRT-6 once an address was entered, the cart asks for no postal code and names no other place', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  await readyToPay(ana, shop.db)
  const cartPage = async () => (await ana.visit('/cart')).text()
  expect(await cartPage()).not.toContain('id="cart_postal_code"')
  await ana.submit('POST', '/v1/update_postal_code', { postal_code: '10001' })
  expect(await cartPage()).not.toContain('Arrives in')
  await ana.submit('POST', '/v1/update_postal_code', { postal_code: SEATTLE.delivery_postal_code })
  expect(await cartPage()).toContain('Arrives in')
})

test('the count in the header matches the cart', async () => {
  const { visitor } = await withRibeyes(4)
  expect(await (await visitor.visit('/shop')).text()).toMatch(/id="cart_count"[^>]*>4</)
})
