import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { offers, stock, stockMovements, users } from '#db/schema/index.ts'
import { ledgerProblems } from '#src/payments/ledger-check.ts'
import { signedIn, userOf } from '../support/account.ts'
import { boxesAt, CENTER, centerShop, DALE, PRIYA } from '../support/clerks.ts'
import { adjust, adjustWithScale, INVENTORY, reserve, stockedOffer } from '../support/inventory.ts'
import { inDays, receiveLot } from '../support/lots.ts'
import type { World } from '../support/world.ts'

const onHand = ({ db }: World, offerId: number) =>
  db
    .select()
    .from(stock)
    .where(and(eq(stock.offerId, offerId), eq(stock.fcId, 1)))
    .get()?.onHand

const adjustments = ({ db }: World) =>
  db
    .select()
    .from(stockMovements)
    .where(and(eq(stockMovements.reason, 'adjusted'), eq(stockMovements.fcId, 1)))
    .all()

test('FUL-7 an adjustment returns the row, and the ledger has who, when, why and the new count', async () => {
  const { shop, dale } = await centerShop()
  const offer = stockedOffer(shop)
  const answer = await adjust(dale, offer.token, { change: -3, reason: ' Torn packs ' })
  expect([answer.status, await answer.json()]).toMatchObject([
    200,
    { bid_item_token: offer.token, on_hand: offer.onHand - 3, available: offer.onHand - 3 },
  ])
  await adjust(dale, offer.token, { change: '+5', reason: 'Counted' })
  const ledger = await (await dale.call('GET', `${INVENTORY}/${offer.token}`)).json()
  expect(ledger.movements.slice(0, 2)).toMatchObject([
    { change: 5, on_hand_after: offer.onHand + 2, reason: 'Counted' },
    {
      change: -3,
      on_hand_after: offer.onHand - 3,
      kind: 'adjusted',
      reason: 'Torn packs',
      by: expect.stringContaining('Dale'),
      at: new Date(shop.clock.now()).toISOString(),
      scale_weight_grams: null,
    },
  ])
  expect(ledger.movements.at(-1).on_hand_after).toBe(ledger.movements.at(-1).change)
  expect(onHand(shop, offer.id)).toBe(offer.onHand + 2)
  expect(ledgerProblems(shop.db)).toEqual([])
})

test('FUL-7 an adjustment sent twice from one page counts once, and a different one with its press counts, too', async () => {
  const { shop, dale } = await centerShop()
  const offer = stockedOffer(shop)
  const page = await (await dale.visit(`${INVENTORY}/${offer.token}`)).text()
  const press = /name="press" value="([^"]+)"/.exec(page)?.[1]
  const torn = { change: -3, reason: 'Torn packs', press }
  for (let times = 0; times < 2; times++)
    expect(await (await adjust(dale, offer.token, torn)).json()).toMatchObject({ on_hand: offer.onHand - 3 })
  await adjust(dale, offer.token, { ...torn, change: -1 })
  expect(onHand(shop, offer.id)).toBe(offer.onHand - 4)
  expect(adjustments(shop).map(({ delta }) => delta)).toEqual([-3, -1])
  expect(ledgerProblems(shop.db)).toEqual([])
})

test('FUL-7 an adjustment that would make available negative is rejected with the current numbers', async () => {
  const { shop, dale } = await centerShop()
  const offer = stockedOffer(shop)
  await reserve(shop, offer.id, offer.onHand - 4)
  const answer = await adjust(dale, offer.token, { change: -5, reason: 'Counted' })
  const refused = await answer.json()
  expect([answer.status, refused]).toMatchObject([422, { on_hand: offer.onHand, available: 4 }])
  expect(refused.error).toContain('Only 4 of')
  expect([onHand(shop, offer.id), adjustments(shop)]).toEqual([offer.onHand, []])
  expect((await adjust(dale, offer.token, { change: -4, reason: 'Counted' })).status).toBe(200)
})

test('FUL-7 units of an offer new to the center can be added', async () => {
  const { shop, dale } = await centerShop()
  const offer = stockedOffer(shop)
  shop.db.delete(stock).where(eq(stock.offerId, offer.id)).run()
  expect((await adjust(dale, offer.token, { change: -1, reason: 'x' })).status).toBe(422)
  expect(await (await adjust(dale, offer.token, { change: 6, reason: 'Found' })).json()).toMatchObject({
    on_hand: 6,
    available: 6,
  })
})

test.each([
  { change: 0, reason: 'Counted' },
  { change: 1.5, reason: 'Counted' },
  { change: '2e3', reason: 'Counted' },
  { change: 100_001, reason: 'Counted' },
  { change: [1], reason: 'Counted' },
  { reason: 'Counted' },
  { change: 1 },
  { change: 1, reason: '   ' },
  { change: 1, reason: 'a'.repeat(201) },
])('FUL-7 an adjustment needs whole units and a reason: %j', async (fields) => {
  const { shop, dale } = await centerShop()
  const answer = await adjust(dale, stockedOffer(shop).token, fields)
  expect(answer.status).toBe(422)
  expect((await answer.json()).error).toMatch(/Please check (“Change”|“Reason”)/)
  expect(adjustments(shop)).toEqual([])
})

test('FUL-7 a clerk cannot adjust another center, and an unknown offer is a 404', async () => {
  const { shop, dale } = await centerShop()
  const { token } = stockedOffer(shop)
  const fields = { change: 1, reason: 'Counted' }
  expect((await adjust(dale, 'none', fields)).status).toBe(404)
  expect((await dale.visit(`${INVENTORY}/none`)).status).toBe(404)
  const priya = await signedIn(shop, PRIYA)
  await priya.visit('/fulfillment/cumberland-valley/inventory')
  expect((await adjust(priya, token, fields)).status).toBe(404)
  expect((await priya.visit(`${INVENTORY}/${token}`)).status).toBe(404)
  expect(adjustments(shop)).toEqual([])
  const elsewhere = `/fulfillment/cumberland-valley/inventory/${token}/adjust`
  expect((await priya.call('POST', elsewhere, fields)).status).toBe(200)
  expect(adjustments(shop)).toEqual([])
})

test('FUL-7 without scripts, the form redirects to the row, or shows the reason on the offer’s page', async () => {
  const { shop, dale } = await centerShop()
  const offer = stockedOffer(shop)
  await dale.visit(INVENTORY)
  const path = `${INVENTORY}/${offer.token}/adjust`
  const done = await dale.submit('POST', path, { change: '-2', reason: 'Torn' })
  const row = `${INVENTORY}?scanned=${offer.token}#offer_${offer.token}`
  expect([done.status, done.headers.get('location')]).toEqual([303, row])
  expect(await (await dale.visit(row.split('#')[0] ?? '')).text()).toContain('2 removed from')
  const fromLedger = await dale.submit('POST', path, { change: '2', reason: 'Found', from: 'ledger' })
  expect(fromLedger.headers.get('location')).toBe(`${INVENTORY}/${offer.token}`)
  const refused = await dale.submit('POST', path, { change: '-99999', reason: 'Typed too fast' })
  expect(refused.status).toBe(422)
  const page = await refused.text()
  expect(page).toContain(`Only ${offer.onHand} of`)
  expect(page).toContain('value="Typed too fast"')
  expect((await dale.visit(path)).headers.get('location')).toBe(`${INVENTORY}/${offer.token}`)
})

test('FUL-7 LOT-1 the offer’s page lists its lots, and keeps lot and weight of a rejected form', async () => {
  const { shop, dale } = await centerShop()
  const offer = stockedOffer(shop)
  const path = `${INVENTORY}/${offer.token}`
  expect(await (await dale.visit(path)).text()).not.toContain('name="lot"')
  await receiveLot(shop, { offerId: offer.id, code: 'NEW-1', bestBy: inDays(shop, 200), units: 4 })
  expect(await (await dale.visit(path)).text()).toContain('<option value="NEW-1">NEW-1</option>')
  const refused = await dale.send(`${path}/adjust`, {
    method: 'POST',
    headers: { accept: 'text/html', 'x-csrf-token': dale.token, 'x-current-scale-weight': '411.6' },
    body: new URLSearchParams({ change: '-9', reason: 'Torn', lot: 'NEW-1', from: 'ledger' }),
  })
  const page = await refused.text()
  expect([refused.status, page]).toEqual([422, expect.stringContaining('removed from lot NEW-1')])
  expect(page).toMatch(/id="scale_weight" value="411\.6"/)
  expect(page).toMatch(/<option value="NEW-1" selected[^>]*>/)
  await dale.submit('POST', `${path}/adjust`, { change: '-3', reason: 'Torn', lot: 'NEW-1', from: 'ledger' })
  expect((await (await dale.call('GET', path)).json()).lots).toMatchObject([{ lot: 'NEW-1', left: 1 }])
})

test('GND-7 the weight on the scale is saved with the movement, and an invalid one is rejected', async () => {
  const { shop, dale } = await centerShop()
  const { token } = stockedOffer(shop)
  expect((await adjustWithScale(dale, token, '411.6')).status).toBe(200)
  for (const weight of ['heavy', '-3', '1000001', '1e3']) {
    const refused = await adjustWithScale(dale, token, weight)
    expect([refused.status, (await refused.json()).error]).toEqual([422, expect.stringContaining(weight)])
  }
  expect(adjustments(shop).map(({ scaleGrams }) => scaleGrams)).toEqual([412])
  expect(await (await dale.visit(`${INVENTORY}/${token}`)).text()).toContain('412 g')
})

test('FUL-7 the ledger links a sale to its order, and an entry outlives its clerk’s account', async () => {
  const { shop, dale } = await centerShop()
  const sale = shop.db.select().from(stockMovements).where(eq(stockMovements.reason, 'sold')).all()
  const box = boxesAt(shop).find(({ id }) => sale.some(({ orderId }) => orderId === id))
  const offerId = sale.find(({ orderId }) => orderId === box?.id)?.offerId ?? 0
  const token = shop.db.select().from(offers).where(eq(offers.id, offerId)).get()?.token ?? ''
  const page = await (await dale.visit(`${INVENTORY}/${token}`)).text()
  expect(page).toContain(`href="${CENTER}/orders?q=${box?.identifier}"`)
  await adjust(dale, token, { change: 1, reason: 'Counted' })
  shop.db
    .delete(users)
    .where(eq(users.id, userOf(shop, DALE).id))
    .run()
  expect(adjustments(shop)).toMatchObject([{ delta: 1, note: 'Counted', userId: null }])
})
