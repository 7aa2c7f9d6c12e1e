import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { offers, stock } from '#db/schema/index.ts'
import { createApp } from '#src/app.tsx'
import { centerFor } from '#src/delivery/postal-zones.ts'
import { offerToken } from '../support/buying.ts'
import { createShopper, type Shopper } from '../support/shopper.ts'
import { world } from '../support/world.ts'

const SEATTLE = '98101'
const NEW_YORK = '10001'
const SLUG = 'grass-fed-ribeye'

/** One weight is only at the first center, another only at the second. */
async function scene() {
  const made = await world()
  const { db } = made
  const centers = [centerFor(db, SEATTLE)!, centerFor(db, NEW_YORK)!]
  const tokens = [0, 1].map((place) => offerToken(db, SLUG, place))
  for (const [place, token] of tokens.entries()) {
    const { id } = db.select().from(offers).where(eq(offers.token, token)).get()!
    db.update(stock).set({ onHand: 0 }).where(eq(stock.offerId, id)).run()
    db.update(stock)
      .set({ onHand: 40 })
      .where(and(eq(stock.offerId, id), eq(stock.fcId, centers[place]!)))
      .run()
  }
  return { ...made, tokens, centers, ana: await made.shopper() }
}

const goTo = (who: Shopper, postal_code: string) =>
  who.submit('POST', '/v1/update_postal_code', { postal_code })
const page = async (who: Shopper, path: string) => (await who.visit(path)).text()
const buyable = (html: string, tokens: string[]) =>
  tokens.map((token) => html.includes(`action="/cart/items/${token}"`))
const awaited = (html: string, tokens: string[]) =>
  tokens.map((token) => html.includes(`href="/join_wait_list/${token}"`))

test('CAP-3 availability is that of the center for the known postal code', async () => {
  const { ana, tokens, centers } = await scene()
  expect(centers[0]).not.toBe(centers[1])
  const product = () => page(ana, `/products/${SLUG}`)
  expect(buyable(await product(), tokens)).toEqual([true, true]) // no postal code yet, so any center counts
  await goTo(ana, SEATTLE)
  expect([buyable(await product(), tokens), awaited(await product(), tokens)]).toEqual([
    [true, false],
    [false, true],
  ])
  await goTo(ana, NEW_YORK)
  expect([buyable(await product(), tokens), awaited(await product(), tokens)]).toEqual([
    [false, true],
    [true, false],
  ])
})

test('CAP-3 listing, wait list and cart use the same center', async () => {
  const { ana, tokens } = await scene()
  const [inSeattle = '', inNewYork = ''] = tokens
  await goTo(ana, NEW_YORK)
  expect(await page(ana, '/shop/beef?cut=ribeye')).not.toContain(`action="/cart/items/${inSeattle}"`)
  expect(await page(ana, `/join_wait_list/${inSeattle}`)).toContain('is sold out')
  expect(await page(ana, `/join_wait_list/${inNewYork}`)).toContain('is back in stock')
  expect((await ana.call('POST', `/cart/items/${inSeattle}`)).status).toBe(422)
  expect((await ana.call('POST', `/cart/items/${inNewYork}`)).status).toBe(200)
})

/** The first day, and the first without a surcharge. */
const ADVERTISED = /as early as\s*<b>([^<]+)<\/b>(?: \(expedited \+\$12\.00\)(?:<[^>]+>)?, from (\w+ \d+))?/

test('CAP-3 dates and delivery costs follow the postal code on every page', async () => {
  const { ana, db } = await scene()
  const days = new Set<string>()
  for (const zip of [SEATTLE, '33101', '04101', '96101']) {
    if (centerFor(db, zip) === null) continue
    await goTo(ana, zip)
    const pages = [await page(ana, '/'), await page(ana, `/products/${SLUG}`), await page(ana, '/cart')]
    const shown = pages.map((html) => ADVERTISED.exec(html)?.slice(1).join(', '))
    expect(new Set(shown).size, zip).toBe(1)
    expect(shown[0]).toMatch(/^\w{3}, \w{3} \d+, (\w{3} \d+)?$/)
    for (const html of pages) expect(html).toContain(zip)
    days.add(shown[0]!)
  }
  expect(days.size).toBeGreaterThan(1)
})

test('CAP-3 a guest’s postal code survives a restart, and is not shared with other visitors', async () => {
  const { ana, services, standIn, shopper } = await scene()
  await goTo(ana, SEATTLE)
  const again = await createShopper(createApp(services, standIn.browser), standIn.browser)
  expect(await page(again, '/')).not.toContain(SEATTLE)
  again.cookies.clear()
  for (const [name, value] of ana.cookies) again.cookies.set(name, value)
  expect(await page(again, '/')).toContain(SEATTLE)
  expect(await page(await shopper(), '/')).not.toContain(SEATTLE)
})
