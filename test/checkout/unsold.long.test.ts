import { eq, inArray } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { earlyAccess, offers, orders, stock, varieties } from '#db/schema/index.ts'
import { expectOk, fillCart, importPrice, offerToken, readyToPay } from '../support/buying.ts'
import type { Shopper } from '../support/shopper.ts'
import { type World, world } from '../support/world.ts'

const SOLD_OUT = /Winter Braising Share, [^<]* is sold out\./

const offerOf = (shop: World, slug = 'demo-fifty') =>
  shop.db
    .select()
    .from(offers)
    .where(eq(offers.token, offerToken(shop.db, slug)))
    .get()!

const leave = (shop: World, onHand: number) =>
  shop.db
    .update(stock)
    .set({ onHand })
    .where(eq(stock.offerId, offerOf(shop).id))
    .run()

const changeVariety = (shop: World, columns: Partial<typeof varieties.$inferInsert>) =>
  shop.db
    .update(varieties)
    .set(columns)
    .where(eq(varieties.id, offerOf(shop).varietyId))
    .run()

/** The note above the summary; empty if all can be bought. */
const noteOn = async (shopper: Shopper, path: string) => {
  const html = await (await shopper.visit(path)).text()
  const summary = html.slice(html.indexOf('id="checkout_summary"'), html.indexOf('</aside>'))
  return summary.slice(0, summary.indexOf('<details'))
}

/** The notice beside the pay button. */
const paymentNotice = (html: string) => {
  const [, notice = ''] = html.slice(html.indexOf('class="payment-step"')).split('class="notice__text"')
  return notice.split('</p>')[0]
}

describe('the checkout of a box with something that can no longer be bought', () => {
  test('CHK-8 PAY-1 names what sold out since it was put in the box, with a link to the cart', async () => {
    const shop = await world()
    const ana = await shop.shopper()
    const token = await fillCart(ana, shop.db, 'demo-fifty', 2)
    expect(await noteOn(ana, `/checkout/${token}`)).not.toContain('notice')
    leave(shop, 1)
    const short = await noteOn(ana, `/checkout/${token}`)
    expect(short).toMatch(/Only 1 of Winter Braising Share, [^<]* is left\./)
    leave(shop, 0)
    const soldOut = await noteOn(ana, `/checkout/${token}`)
    expect(soldOut).toMatch(SOLD_OUT)
    expect(soldOut).toContain('href="/cart"')
  })

  test('CHK-8 CHK-9 says so at the payment step of both checkouts, and in the summary on its own', async () => {
    const shop = await world()
    const ana = await shop.shopper()
    const token = await readyToPay(ana, shop.db)
    leave(shop, 0)
    expect(await noteOn(ana, `/checkout/${token}`)).toMatch(SOLD_OUT)
    expect(await noteOn(ana, `/${token}/payment`)).toMatch(SOLD_OUT)
    const alone = await ana.call('GET', `/v1/checkout_summary?order_token=${token}`)
    expect(((await alone.json()) as { html: string }).html).toMatch(SOLD_OUT)
  })

  test('CHK-8 tells what is withdrawn or for members only', async () => {
    const shop = await world()
    const ana = await shop.shopper()
    const token = await fillCart(ana, shop.db)
    changeVariety(shop, { hidden: true })
    expect(await noteOn(ana, `/checkout/${token}`)).toContain('We no longer sell Winter Braising Share.')
    const { varietyId } = offerOf(shop)
    shop.db
      .insert(earlyAccess)
      .values({ varietyId, opensAt: shop.clock.now() + 86_400_000 })
      .run()
    expect(await noteOn(ana, `/checkout/${token}`)).toContain(
      'Winter Braising Share is for members only right now.',
    )
  })

  test('CHK-8 what is held for this order is not called sold out, and a box of staff has no link to the cart', async () => {
    const shop = await world()
    const ana = await shop.shopper()
    const token = await readyToPay(ana, shop.db)
    leave(shop, 1)
    await ana.call('POST', '/v1/stripe_validate_payment', { order_token: token })
    expect(await noteOn(ana, `/checkout/${token}`)).not.toContain('notice')
    leave(shop, 0)
    shop.db.update(orders).set({ draftedAt: shop.clock.now() }).where(eq(orders.token, token)).run()
    const note = await noteOn(ana, `/checkout/${token}`)
    expect(note).toMatch(SOLD_OUT)
    expect(note).toContain('reply to our email')
    expect(note).not.toContain('href="/cart"')
  })
})

test('PAY-8 a refusal names every item that is for members only, or withdrawn, once', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db)
  await fillCart(ana, shop.db, 'grass-fed-ribeye')
  const small = offerToken(shop.db, 'grass-fed-ribeye', 1)
  await expectOk(ana.call('POST', `/cart/items/${small}`, { quantity: 1 }))
  const ids = [offerOf(shop), offerOf(shop, 'grass-fed-ribeye')].map(({ varietyId }) => varietyId)
  const pay = async () => {
    const response = await ana.call('POST', '/v1/stripe_validate_payment', { order_token: token })
    return ((await response.json()) as { message: string }).message
  }

  shop.db.update(varieties).set({ hidden: true }).where(inArray(varieties.id, ids)).run()
  expect(await pay()).toBe(
    'We no longer sell Winter Braising Share. We no longer sell Grass-fed ribeye. Please remove them from your box and try again.',
  )
  for (const varietyId of ids)
    shop.db
      .insert(earlyAccess)
      .values({ varietyId, opensAt: shop.clock.now() + 86_400_000 })
      .run()
  expect(await pay()).toBe(
    'Winter Braising Share is for members only right now. Grass-fed ribeye is for members only right now. Please remove them from your box and try again.',
  )
  expect((await noteOn(ana, `/checkout/${token}`)).split('Grass-fed ribeye is')).toHaveLength(2)
})

test('PAY-8 without scripts, a payment refused for what sold out leads to the cart', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db)
  leave(shop, 0)
  const refused = await ana.submit('POST', '/v1/stripe_validate_payment', { order_token: token })
  expect(refused.status).toBe(409)
  expect(paymentNotice(await refused.text())).toMatch(/Please update your box and try again\..*href="\/cart"/)
})

test('PAY-8 without scripts, a payment refused because the box fell below the minimum leads to the cart', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const token = await readyToPay(ana, shop.db)
  importPrice(shop.db, 1_000)
  const refused = await ana.submit('POST', '/v1/stripe_validate_payment', { order_token: token })
  expect(refused.status).toBe(422)
  expect(paymentNotice(await refused.text())).toMatch(/Add \$39\.00 more .*href="\/cart"/)
})
