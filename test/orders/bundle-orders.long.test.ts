import { and, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { boxShorts, packingWaveOrders, stock, stockMovements } from '#db/schema/index.ts'
import { worthCents } from '#src/claims/worth.ts'
import { shortBox } from '#src/fulfillment/short-box.ts'
import { makeWave, waveAt } from '#src/fulfillment/waves.ts'
import { memberPrice } from '#src/membership/upgrade-quote.ts'
import { bundleCents, bundlesOf } from '#src/orders/bundles.ts'
import { itemsOf } from '#src/orders/items.ts'
import { orderById } from '#src/orders/orders.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { orderOf as exportedOrder } from '#src/privacy/export-orders.ts'
import { mailsTo } from '../support/account.ts'
import { bundleReadyToPay, choicesFor, linesIn, offerIdOf, stockUp } from '../support/bundles.ts'
import { expectOk, offerToken, orderOf, prepareToPay, readyToPay, SEATTLE } from '../support/buying.ts'
import type { Shopper } from '../support/shopper.ts'
import { type World, world } from '../support/world.ts'

async function payFor(shop: World, shopper: Shopper, token: string) {
  const { clientSecret } = await prepareToPay(shopper, token)
  await shopper.confirm(clientSecret)
  await shop.settleDown()
}

/** A paid family box plus a steak bought on its own. */
async function paidBundle({ loose = 1 } = {}) {
  const shop = await world()
  const ana = await shop.shopper()
  const { db } = shop
  const steak = choicesFor(db, 'family')[0]!
  if (loose > 0) await expectOk(ana.call('POST', `/cart/items/${steak}`, { quantity: loose }))
  const token = await bundleReadyToPay(ana, db)
  await payFor(shop, ana, token)
  return { shop, db, ana, token, steak, order: () => orderOf(db, token) }
}

test('CAT-8 PAY-8 a bundle is charged at its fixed price, and each of its units leaves the stock once', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const { db } = shop
  const token = await bundleReadyToPay(ana, db)
  const before = new Map(
    db
      .select()
      .from(stock)
      .where(eq(stock.fcId, 1))
      .all()
      .map((row) => [row.offerId, row.onHand]),
  )
  await payFor(shop, ana, token)
  const order = orderOf(db, token)
  expect(order).toMatchObject({ state: 'paid', itemsCents: 14_900, shippingCents: 0 })
  const lines = linesIn(db, token)
  expect(lines.reduce((sum, { bundledCents }) => sum + bundledCents, 0)).toBe(14_900)
  expect(lines.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(9)
  for (const { offerId, quantity } of lines) {
    const now = db
      .select()
      .from(stock)
      .where(and(eq(stock.fcId, 1), eq(stock.offerId, offerId)))
      .get()
    expect(now?.onHand).toBe((before.get(offerId) ?? 0) - quantity)
  }
  expect(ledgerProblems(db)).toEqual([])
})

test.each(['bundle', 'alone'] as const)(
  'CAT-8 when a bundle and a single item compete for the last unit, only one buyer gets it: the %s first',
  async (first) => {
    const shop = await world()
    const { db } = shop
    const [ana, ben] = [await shop.shopper(), await shop.shopper()]
    const steak = choicesFor(db, 'family')[0]!
    const offerId = stockUp(db, 'grass-fed-ribeye', 1, 1)
    const bundle = await bundleReadyToPay(ana, db)
    await expectOk(ben.call('POST', `/cart/items/${steak}`, { quantity: 1 }))
    const alone = await readyToPay(ben, db, { email: 'ben@example.com' })
    const hold = {
      bundle: () => ana.call('POST', '/v1/stripe_validate_payment', { order_token: bundle }),
      alone: () => ben.call('POST', '/v1/stripe_validate_payment', { order_token: alone }),
    }
    const order = first === 'bundle' ? [hold.bundle, hold.alone] : [hold.alone, hold.bundle]
    const answers = await Promise.all(order.map((ask) => ask()))
    expect(answers.map(({ status }) => status)).toEqual([200, 409])
    expect(((await answers[1]!.json()) as { message: string }).message).toContain(
      'Grass-fed ribeye, 14 oz is sold out.',
    )
    await payFor(shop, first === 'bundle' ? ana : ben, first === 'bundle' ? bundle : alone)
    const sold = db
      .select()
      .from(stockMovements)
      .where(eq(stockMovements.offerId, offerId))
      .orderBy(stockMovements.id)
      .all()
    expect(sold.at(-1)).toMatchObject({ reason: 'sold', delta: -1 })
    expect(
      db
        .select()
        .from(stock)
        .where(and(eq(stock.offerId, offerId), eq(stock.fcId, 1)))
        .get()?.onHand,
    ).toBe(0)
  },
)

test('CAT-8 one cart needs units for both its bundle and the same cut bought on its own', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const { db } = shop
  const steak = choicesFor(db, 'family')[0]!
  await expectOk(ana.call('POST', `/cart/items/${steak}`, { quantity: 1 }))
  const token = await bundleReadyToPay(ana, db)
  stockUp(db, 'grass-fed-ribeye', 1, 1)
  const refused = await ana.call('POST', '/v1/stripe_validate_payment', { order_token: token })
  expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([
    409,
    expect.stringContaining('Only 1 of Grass-fed ribeye, 14 oz is left.'),
  ])
})

test("CAT-8 a price change affects items bought on their own, not the bundle's price", async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const { db } = shop
  const token = await bundleReadyToPay(ana, db)
  db.run(sql`update offers set price_cents = price_cents + 100`)
  await expectOk(ana.call('POST', '/v1/stripe_validate_payment', { order_token: token }))
  expect(orderOf(db, token).itemsCents).toBe(14_900)
})

test('CAT-8 receipt, order page, calendar and both checkouts show one line at one price, with its contents', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const { db } = shop
  const token = await bundleReadyToPay(ana, db)
  const packs = itemsOf(db, orderOf(db, token).id).map(
    ({ quantity, name, label }) => `${quantity} × ${name}, ${label}`,
  )
  const pagesBefore = [`/checkout/${token}`, `/${token}/delivery`]
  for (const path of pagesBefore) {
    const html = await (await ana.visit(path)).text()
    expect([path, html.includes('Family first box'), html.includes('$149.00')]).toEqual([path, true, true])
    for (const pack of packs) expect(html).toContain(pack)
  }
  await payFor(shop, ana, token)
  for (const path of [
    `/order/${token}/confirmation`,
    `/account/orders/${token}`,
    `/account/orders/${token}/receipt`,
  ]) {
    const html = await (await ana.visit(path)).text()
    expect([path, html.includes('Family first box')]).toEqual([path, true])
    for (const pack of packs) expect(html).toContain(pack)
  }
  const mail = mailsTo(shop, 'ana@example.com').find(({ subject }) => subject.includes('arrives'))
  expect(mail?.text).toContain('1 × Family first box, 9 cuts (')
  expect(mail?.text).toContain('$149.00')
  for (const pack of packs) expect(mail?.text).toContain(pack)
  const calendar = await (await ana.visit(`/account/orders/${token}/calendar.ics`)).text()
  expect(calendar.replaceAll('\r\n ', '')).toContain(packs[0]!.replace(',', '\\,'))
})

test('CAT-8 its wave lists each pack with its share of the price, and the shares add up to the fixed price', async () => {
  const { shop, db, order } = await paidBundle()
  const waveId = await durably(db, (tx) => makeWave(tx, 1, sql`select ${order().id}`, shop.clock.now()))
  const row = db
    .select()
    .from(packingWaveOrders)
    .where(eq(packingWaveOrders.waveId, waveId ?? 0))
    .get()
  const lines = row?.box?.lines ?? []
  expect(lines.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(10)
  expect(lines.reduce((sum, { line_cents }) => sum + line_cents, 0)).toBe(14_900 + 3_090)
})

test('CAT-8 FUL-13 whatever is short in an order, refund plus remainder equal the amount paid', async () => {
  const { shop, db, order } = await paidBundle({ loose: 2 })
  const waveId =
    (await durably(db, (tx) => makeWave(tx, 1, sql`select ${order().id}`, shop.clock.now()))) ?? 0
  const wave = waveAt(db, 1, waveId)!
  const press = { userId: 1, now: shop.clock.now() }
  const tokens = itemsOf(db, order().id).map(({ token }) => token)
  const paid = order().itemsCents ?? 0
  const short = fc.record({ line: fc.nat(), quantity: fc.integer({ min: 1, max: 3 }) })
  const shorting = fc.asyncProperty(fc.array(short, { minLength: 1, maxLength: 8 }), async (shorts) => {
    const tried = durably(db, (tx) => {
      for (const { line, quantity } of shorts) {
        const offerToken = tokens[line % tokens.length] ?? ''
        shortBox(tx, wave, { orderToken: order().token, offerToken, quantity, reason: 'Torn' }, press)
      }
      const rows = tx.select().from(boxShorts).where(eq(boxShorts.orderId, order().id)).all()
      const after = orderById(tx, order().id)
      const items = itemsOf(tx, after.id)
      throw new RolledBack({
        gone: rows.reduce((sum, { itemsCents }) => sum + itemsCents, 0),
        left: after.itemsCents ?? 0,
        ofLines: items.reduce((sum, { bundledCents }) => sum + bundledCents, 0),
        ofBundles: bundlesOf(tx, after.id).reduce((sum, bundle) => sum + bundleCents(bundle), 0),
        worth: worthCents(tx, after, items),
        due: (after.totalCents ?? 0) + (after.giftCents ?? 0),
      })
    })
    const thrown = await tried.catch((error: unknown) => error)
    if (!(thrown instanceof RolledBack)) throw thrown
    const { gone, left, ofLines, ofBundles, worth, due } = thrown.found
    expect([gone + left, ofLines]).toEqual([paid, ofBundles])
    expect(worth).toBeLessThanOrEqual(due)
  })
  await fc.assert(shorting, { numRuns: 12 })
})

type Found = Record<'gone' | 'left' | 'ofLines' | 'ofBundles' | 'worth' | 'due', number>

/** Carries the result out of a transaction that is rolled back. */
class RolledBack extends Error {
  constructor(readonly found: Found) {
    super('rolled back')
  }
}

test('CAT-8 ORD-4 canceling a bundle order refunds its price and restocks its units', async () => {
  const { shop, db, ana, token, order } = await paidBundle({ loose: 0 })
  const units = () =>
    db
      .select()
      .from(stock)
      .where(eq(stock.fcId, 1))
      .all()
      .reduce((sum, { onHand }) => sum + onHand, 0)
  const before = units()
  const canceled = await ana.call('POST', `/account/orders/${token}/cancel`)
  expect(canceled.status).toBe(200)
  await shop.settleDown()
  expect(units()).toBe(before + 9)
  expect(['canceled', 'refunded']).toContain(order().state)
  expect(ledgerProblems(db)).toEqual([])
})

test('CAT-8 ORD-7 items beside a bundle can be edited after placing, and the bundle’s cuts stay', async () => {
  const { shop, db, ana, token, steak, order } = await paidBundle()
  const edit = async (quantity: number, fields: object = {}) => {
    const items = [{ bid_item_token: steak, quantity }]
    const answer = await ana.call('POST', `/account/orders/${token}/edit`, { items, ...fields })
    return { status: answer.status, ...((await answer.json()) as Record<string, unknown>) }
  }
  expect(await edit(0)).toMatchObject({
    status: 422,
    message: expect.stringContaining('1 × Grass-fed ribeye, 14 oz came with a box at one price'),
  })
  const less = await edit(1, { confirmed: true, version: order().version })
  expect(less).toMatchObject({ status: 200, difference_cents: -3_090 })
  expect(order().itemsCents).toBe(14_900)
  expect(
    linesIn(db, token).find(({ bundledQuantity, quantity }) => bundledQuantity !== quantity),
  ).toBeUndefined()
  const page = await (await ana.visit(`/account/orders/${token}/edit`)).text()
  expect(page).toContain('1 came with your box at one price')
  await shop.settleDown()
  expect(ledgerProblems(db)).toEqual([])
})

test('CAT-8 CHK-5 if a center lacks a cut of a bundle, it says so and removes the whole bundle', async () => {
  const shop = await world()
  const ana = await shop.shopper()
  const { db } = shop
  await expectOk(
    ana.call('POST', `/cart/items/${offerToken(db, 'grass-fed-ground-beef', 1)}`, { quantity: 2 }),
  )
  const token = await bundleReadyToPay(ana, db)
  const offerId = offerIdOf(db, 'grass-fed-ribeye', 1)
  db.update(stock)
    .set({ onHand: 0 })
    .where(and(eq(stock.offerId, offerId), eq(stock.fcId, 2)))
    .run()
  const newYork = {
    ...SEATTLE,
    delivery_street_address_1: '350 5th Ave',
    delivery_city: 'New York',
    delivery_state: 'NY',
    delivery_postal_code: '10001',
    order_token: token,
    address_confirmation_bypass: 'use-original',
  }
  const asked = await ana.call('POST', '/v1/stripe_update_address', newYork)
  const body = (await asked.json()) as {
    error_type: string
    message: string
    error_details: { version: string }
  }
  expect([asked.status, body.error_type]).toEqual([422, 'fc_changed'])
  expect(body.message).toContain('Grass-fed ribeye, 14 oz, and with it Family first box')
  const fc_change_acknowledged = body.error_details.version
  await expectOk(ana.call('POST', '/v1/stripe_update_address', { ...newYork, fc_change_acknowledged }))
  const [line, ...others] = linesIn(db, token)
  expect(others).toEqual([])
  expect(line).toMatchObject({ quantity: 2, bundledQuantity: 0, bundledCents: 0 })
  expect(bundlesOf(db, orderOf(db, token).id)).toEqual([])
})

test('CAT-8 MEM-1 a membership started from it is priced by its cuts, not the fixed price', async () => {
  const { db, order } = await paidBundle({ loose: 0 })
  const singly = itemsOf(db, order().id).reduce(
    (sum, { priceCents, quantity }) => sum + priceCents * quantity,
    0,
  )
  expect(memberPrice(db, order())).toBe(singly)
})

test('CAT-8 SET-3 the personal data export has the bundle, its price and its contents', async () => {
  const { db, order } = await paidBundle()
  const { items, bundles } = exportedOrder(db, order())
  expect(bundles).toEqual([{ name: 'Family first box', price_cents: 14_900, items: expect.any(Array) }])
  expect(items.reduce((sum, { line_cents }) => sum + line_cents, 0)).toBe(14_900 + 3_090)
})
