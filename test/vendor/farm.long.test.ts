import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deliveries as deliveryRows, offers, priceProposals, stock } from '#db/schema/index.ts'
import { incomingUnits } from '#src/stock/deliveries.ts'
import { signedIn } from '../support/account.ts'
import { expectOk } from '../support/buying.ts'
import { CENTER, centerShop } from '../support/clerks.ts'
import { farmOf, OTHER_FARMER } from '../support/farms.ts'
import { adjust, INVENTORY } from '../support/inventory.ts'
import { inDays, offerIdOf, receiveLot } from '../support/lots.ts'
import { openFlags, solveOnPage } from '../support/staff.ts'
import { trailOf } from '../support/trail.ts'
import { validator } from '../support/valid-html.ts'
import { WAVE, waveShop } from '../support/waves.ts'
import { world } from '../support/world.ts'

test('VEN-1 a farmer is redirected to their farm and sees only its offers; nobody else gets in', async () => {
  const shop = await world()
  const { farm, farmer, shelf, path } = await farmOf(shop)
  expect((await farmer.visit('/vendor')).headers.get('location')).toBe(`/vendor/${farm.slug}`)
  expect(await (await farmer.visit('/account')).text()).toContain('href="/vendor"')
  const { items, total } = await (await farmer.call('GET', shelf)).json()
  const own = shop.db.all<{ n: number }>(
    `select count(*) as n from offers join varieties v on v.id = variety_id where v.farm_id = 1`,
  )
  expect([total, items.length]).toEqual([own[0]?.n, Math.min(50, total)])
  const other = await signedIn(shop, OTHER_FARMER)
  for (const address of [`/vendor/${farm.slug}`, shelf, path, '/vendor/nowhere'])
    expect((await other.visit(address)).status, address).toBe(404)
  for (const verb of ['pause', 'resume', 'price', 'incoming'])
    expect((await other.call('POST', `${path}/${verb}`, { price_cents: 1 })).status, verb).toBe(404)
  const theirs = shop.db.all<{ token: string }>(
    `select token from offers join varieties v on v.id = variety_id where v.farm_id = 2 limit 1`,
  )[0]?.token
  expect((await farmer.call('POST', `${shelf}/${theirs}/pause`)).status).toBe(404)
  expect((await (await shop.shopper()).visit(shelf)).headers.get('location')).toBe('/signin')
  expect((await (await signedIn(shop, 'other@example.com')).visit('/vendor')).status).toBe(404)
})

test("VEN-1 an offer shows the stock per center, recent sales, and the clerks' ledger without its buyers", async () => {
  const { shop, dale } = await centerShop()
  const { call, item } = await farmOf(shop)
  await adjust(dale, item.bid_item_token, { change: 4, reason: 'Counted' })
  const now = await (await call()).json()
  expect(now.on_hand).toBe(item.on_hand + 4)
  expect(now.on_hand).toBe(
    now.centers.reduce((sum: number, { on_hand }: { on_hand: number }) => sum + on_hand, 0),
  )
  expect(now.movements[0]).toMatchObject({
    change: 4,
    kind: 'adjusted',
    reason: 'Counted',
    center: 'Truckee Meadows',
  })
  expect(JSON.stringify(now)).not.toMatch(/\bDW-[2-9A-Z]{8}\b/)
  const sold = shop.db.all<{ n: number }>(
    `select coalesce(-sum(delta), 0) as n from stock_movements where reason in ('sold', 'returned')
     and offer_id = (select id from offers where token = '${item.bid_item_token}')
     and at > ${shop.clock.now() - 28 * 86_400_000}`,
  )
  expect(now.sold_in_four_weeks).toBe(sold[0]?.n)
})

test('VEN-1 FUL-13 a farm sees why its packs were short, but not in whose box', async () => {
  const { shop, dale, boxes } = await waveShop()
  const { farmer, shelf } = await farmOf(shop)
  const short = shop.db.get<{ order_token: string; bid_item_token: string }>(sql`
    select orders.token as order_token, offers.token as bid_item_token
    from packing_wave_orders inner join orders on orders.id = packing_wave_orders.order_id
    inner join order_lines lines on lines.order_id = orders.id inner join offers on offers.id = lines.offer_id
    inner join varieties on varieties.id = variety_id
    where orders.state = 'in_wave' and farm_id = 1
      and (select count(*) from order_lines where order_id = orders.id) > 1`)
  const box = boxes.find(({ token }) => token === short?.order_token)
  await expectOk(dale.call('POST', `${WAVE}/short`, { ...short, quantity: 1, reason: 'Torn' }))
  const { movements } = await (await farmer.call('GET', `${shelf}/${short?.bid_item_token}`)).json()
  const words = JSON.stringify(movements)
  expect(words).toContain('Short in a box: Torn')
  expect(words).not.toContain(box!.identifier)
})

test('VEN-1 a paused offer is sold out at once, even for carts that have it, until resumed', async () => {
  const { shop, dale } = await centerShop()
  const { call, item } = await farmOf(shop)
  const token = item.bid_item_token
  const shopper = await shop.shopper()
  await shopper.call('POST', '/v1/update_postal_code', { postal_code: '98101' })
  const add = (quantity = 1) => shopper.call('POST', `/cart/items/${token}`, { quantity })
  expect((await add()).status).toBe(200)
  expect(await (await call('pause')).json()).toMatchObject({
    paused: true,
    available: 0,
    on_hand: item.on_hand,
  })
  expect((await add()).status).toBe(422)
  const late = await shopper.call('PUT', `/cart/items/${token}`, { quantity: 2 })
  expect(late.status).toBe(422)
  const cart = await (await shopper.visit('/cart')).text()
  expect(cart.toLowerCase()).toContain('sold out')
  expect((await adjust(dale, token, { change: -1, reason: 'Torn' })).status).toBe(200) // the packs are still there
  expect((await (await dale.call('GET', `${INVENTORY}/${token}`)).json()).on_hand).toBe(
    item.centers[0].on_hand - 1,
  )
  expect(await (await call('resume')).json()).toMatchObject({ paused: false })
  expect((await add()).status).toBe(200)
})

test('VEN-1 announced units are expected at a center, and add up', async () => {
  const shop = await world()
  const { call, item } = await farmOf(shop)
  const offerId = shop.db.select().from(offers).where(eq(offers.token, item.bid_item_token)).get()?.id ?? 0
  const before = incomingUnits(shop.db, offerId).length
  for (const quantity of [40, 2])
    expect(
      (await call('incoming', { quantity, expected_on: '2026-12-01', center: 'truckee-meadows' })).status,
    ).toBe(200)
  expect(incomingUnits(shop.db, offerId)).toHaveLength(before + 1)
  expect((await (await call()).json()).incoming).toContainEqual({ quantity: 42, expected_on: '2026-12-01' })
  expect(shop.db.select().from(stock).where(eq(stock.offerId, offerId)).all()).not.toEqual([])
  for (const fields of [
    { quantity: 0, expected_on: '2026-12-01' },
    { quantity: 'many', expected_on: '2026-12-01' },
    { quantity: 4, expected_on: '2026-11-01' },
    { quantity: 4, expected_on: 'soon' },
    { quantity: 4, expected_on: '2026-12-01', center: 'nowhere' },
  ])
    expect((await call('incoming', fields)).status, JSON.stringify(fields)).toBe(422)
  expect((await (await call('incoming', { quantity: 4, expected_on: 'soon' })).json()).error).toBe(
    'Please choose a day in the next 120 days.',
  )
})

test("VEN-1 FUL-12 a farm's form submitted twice announces its packs once", async () => {
  const shop = await world()
  const { farmer, path, call } = await farmOf(shop)
  const page = await (await farmer.visit(path)).text()
  const press = /name="press" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const expected_on = inDays(shop, 9)
  const fields = { quantity: 40, expected_on, center: 'truckee-meadows', press }
  for (let n = 0; n < 2; n++) expect((await call('incoming', fields)).status).toBe(200)
  expect(press).not.toBe('')
  expect((await (await call()).json()).incoming).toContainEqual({ quantity: 40, expected_on })
})

test('VEN-1 a farm can correct its own announcements until the center counts', async () => {
  const { shop, dale } = await centerShop()
  const { farm, farmer, item, call } = await farmOf(shop)
  await call('incoming', { quantity: 400, expected_on: inDays(shop, 5), center: 'truckee-meadows' })
  const deliveries = async () =>
    (await (await farmer.call('GET', `/vendor/${farm.slug}/deliveries`)).json()).deliveries
  const expectedOf = async () =>
    (await deliveries())
      .filter(({ expected_on }: { expected_on: string }) => expected_on === inDays(shop, 5))
      .map(({ lines }: { lines: { expected: number }[] }) => lines.map(({ expected }) => expected))
  const { delivery_id } = (await deliveries()).find(
    ({ expected_on }: { expected_on: string }) => expected_on === inDays(shop, 5),
  )
  const path = `/vendor/${farm.slug}/deliveries/${delivery_id}`
  const correct = async (quantity: unknown, seen_units: unknown, at = path) =>
    (await farmer.call('POST', at, { bid_item_token: item.bid_item_token, quantity, seen_units })).status
  for (const wrong of ['many', -1, 100_001, '']) expect(await correct(wrong, 400)).toBe(422)
  const words = await farmer.call('POST', path, { bid_item_token: item.bid_item_token, quantity: 'many' })
  expect((await words.json()).error).toBe('Please check the packs: a whole number up to 100,000.')
  expect(await correct(40, 400)).toBe(200)
  expect(await correct(40, 400)).toBe(200) // submitted twice
  expect(await correct(50, 400)).toBe(409) // from a stale page
  expect(await correct(5, 40, `/vendor/${farm.slug}/deliveries/999999`)).toBe(404)
  expect(await expectedOf()).toEqual([[40]])
  const page = await (await farmer.visit(`/vendor/${farm.slug}/deliveries`)).text()
  expect(page).toContain(`action="${path}"`)

  const counted = {
    bid_item_token: item.bid_item_token,
    lot: 'LOT-9',
    quantity: 4,
    best_by: inDays(shop, 200),
  }
  const checkIn = `${CENTER}/receiving/${delivery_id}/check_in`
  expect((await dale.call('POST', checkIn, { lines: [{ ...counted, reason: 'More comes' }] })).status).toBe(
    200,
  )
  expect(await correct(30, 40)).toBe(409)
})

test('VEN-1 withdrawing an announcement removes its delivery, too', async () => {
  const { shop } = await centerShop()
  const { farm, farmer, item, call } = await farmOf(shop)
  const before = shop.db.select().from(deliveryRows).all().length
  await call('incoming', { quantity: 7, expected_on: inDays(shop, 9), center: 'truckee-meadows' })
  const made = shop.db.select().from(deliveryRows).all().at(-1)!
  const fields = { bid_item_token: item.bid_item_token, quantity: 0, seen_units: 7 }
  const answer = await farmer.submit('POST', `/vendor/${farm.slug}/deliveries/${made.id}`, {
    ...fields,
    quantity: '0',
    seen_units: '7',
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/vendor/${farm.slug}/deliveries`])
  expect(shop.db.select().from(deliveryRows).all()).toHaveLength(before)
})

test('VEN-1 LOT-1 a farm sees its deliveries: what was announced and counted, in which lots, and why they differ', async () => {
  const { shop, dale } = await centerShop()
  const { farm, farmer, item, call } = await farmOf(shop)
  const path = `/vendor/${farm.slug}/deliveries`
  const read = async () => (await farmer.call('GET', path)).json()
  await call('incoming', { quantity: 40, expected_on: inDays(shop, 5), center: 'truckee-meadows' })
  await call('incoming', { quantity: 6, expected_on: inDays(shop, 4), center: 'truckee-meadows' })
  const announced = (await read()).deliveries
  const [first, second] = announced.filter(
    ({ expected_on }: { expected_on: string }) => expected_on >= inDays(shop, 4),
  )
  expect([first.lines, second.lines]).toMatchObject([
    [{ bid_item_token: item.bid_item_token, expected: 6, received: 0, done: false }],
    [{ bid_item_token: item.bid_item_token, expected: 40, received: 0, done: false }],
  ])
  const count = (quantity: number, reason: string) =>
    dale.call('POST', `${CENTER}/receiving/${second.delivery_id}/check_in`, {
      lines: [
        { bid_item_token: item.bid_item_token, lot: 'LOT-NEW', quantity, best_by: inDays(shop, 200), reason },
      ],
    })
  expect((await count(15, 'The rest comes later')).status).toBe(200)
  const { incoming } = await (await call()).json()
  expect(incoming).toContainEqual({ quantity: 25, expected_on: inDays(shop, 5) })
  expect((await count(21, 'Torn in transport')).status).toBe(200)
  const { deliveries, total } = await read()
  expect(total).toBe(deliveries.length)
  const received = deliveries.findIndex(
    ({ delivery_id }: { delivery_id: number }) => delivery_id === second.delivery_id,
  )
  expect(deliveries[received]).toMatchObject({
    center: 'truckee-meadows',
    state: 'received',
    lines: [{ expected: 40, received: 36, done: true }],
    received: [
      { lot: 'LOT-NEW', quantity: 15 },
      { lot: 'LOT-NEW', quantity: 21, reason: 'Torn in transport' },
    ],
  })
  expect(deliveries.slice(received).map(({ state }: { state: string }) => state)).not.toContain('expected')
  const html = await (await farmer.visit(path)).text()
  expect(html).toContain('LOT-NEW (15), LOT-NEW (21)')
  expect(html).toContain('Torn in transport')
  const { results } = await validator.validateString(html)
  expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
  const other = await signedIn(shop, OTHER_FARMER)
  expect((await other.visit(path)).status).toBe(404)
  const theirs = (await other.visit('/vendor')).headers.get('location')
  expect(JSON.stringify(await (await other.call('GET', `${theirs}/deliveries`)).json())).not.toContain(
    'LOT-NEW',
  )
})

test('VEN-1 a refused offer form keeps what was typed', async () => {
  const shop = await world()
  const { farmer, path } = await farmOf(shop)
  const price = await farmer.submit('POST', `${path}/price`, { price: '38,5o', reason: 'Feed costs more' })
  expect(price.status).toBe(422)
  const page = await price.text()
  expect(page).toContain('Please give a price in dollars, like 38.50')
  for (const typed of ['value="38,5o"', 'value="Feed costs more"']) expect(page).toContain(typed)

  const incoming = { quantity: '40', expected_on: '2020-01-01', center: 'ozark-plateau' }
  const late = await farmer.submit('POST', `${path}/incoming`, incoming)
  expect(late.status).toBe(422)
  const again = await late.text()
  for (const typed of ['value="40"', 'value="2020-01-01"', 'value="ozark-plateau" selected'])
    expect(again).toContain(typed)
  expect(again).not.toContain('value="Feed costs more"')
  const many = await farmer.submit('POST', `${path}/incoming`, { ...incoming, quantity: '100001' })
  expect(await many.text()).toContain('Please check the packs: from 1 to 100,000.')
})

test('VEN-1 what a farm adds to a delivery is confirmed with all that the center expects', async () => {
  const shop = await world()
  const { farmer, path } = await farmOf(shop)
  const expected_on = inDays(shop, 4)
  const announce = async (quantity: number) =>
    (await (await farmer.call('POST', `${path}/incoming`, { quantity, expected_on })).json()).message
  expect(await announce(40)).toMatch(/ expects 40 on /)
  expect(await announce(8)).toMatch(/ expects 48 on /)
})

test('VEN-1 a price is a proposal until staff accept it; a new one replaces it, and a refusal changes nothing', async () => {
  const shop = await world()
  const { call, item } = await farmOf(shop)
  const price = async () => (await (await call()).json()).price_cents
  const [higher, highest] = [item.price_cents + 100, item.price_cents + 200]
  for (const fields of [
    { price_cents: 0, reason: 'x' },
    { price_cents: higher },
    { price_cents: item.price_cents, reason: 'x' },
  ])
    expect((await call('price', fields)).status, JSON.stringify(fields)).toBe(422)
  for (const typed of ['abc', '39.999', '0', '10,000.01']) {
    const refused = await call('price', { price: typed, reason: 'x' })
    expect([refused.status, (await refused.json()).error]).toEqual([
      422,
      'Please give a price in dollars, like 38.50: from $0.01 to $10,000.00.',
    ])
  }
  expect((await call('price', { price: String((higher + 50) / 100), reason: 'By the dime' })).status).toBe(
    200,
  )
  await call('price', { price_cents: higher, reason: 'Feed costs more' })
  expect(await (await call('price', { price_cents: highest, reason: 'Much more' })).json()).toMatchObject({
    price_cents: item.price_cents,
    proposed_price_cents: highest,
  })
  expect(
    shop.db
      .select()
      .from(priceProposals)
      .all()
      .map(({ state }) => state),
  ).toEqual(['replaced', 'replaced', 'open'])
  expect(openFlags(shop, 'price_proposed')).toHaveLength(1)
  await solveOnPage(shop, 'price_proposed', 'refuse_price', 'Not before January.')
  expect(await price()).toBe(item.price_cents)
  await call('price', { price_cents: higher, reason: 'In January' })
  await solveOnPage(shop, 'price_proposed', 'accept_price')
  expect(await price()).toBe(higher)
})

test('VEN-1 "Propose it" pressed twice is one proposal', async () => {
  const shop = await world()
  const { farmer, path, item } = await farmOf(shop)
  const propose = (cents: number, reason: string) =>
    farmer.submit('POST', `${path}/price`, { price: String(cents / 100), reason })
  const states = () =>
    shop.db
      .select()
      .from(priceProposals)
      .all()
      .map(({ state }) => state)
  const cents = item.price_cents + 100
  const pressed = await Promise.all([1, 2].map(() => propose(cents, 'Feed costs more')))
  expect(pressed.map(({ status }) => status)).toEqual([303, 303])
  expect(states()).toEqual(['open'])
  expect(trailOf(shop).filter(({ verb }) => verb === 'offer.price_proposed')).toHaveLength(1)
  await propose(cents, 'Hay costs more')
  expect(states()).toEqual(['replaced', 'open'])
})

test("VEN-1 a price by weight is proposed per pound, and a pack then costs at most its maximum weight's price", async () => {
  const shop = await world()
  const { item, call } = await farmOf(shop)
  const isItem = eq(offers.token, item.bid_item_token)
  shop.db.update(offers).set({ poundCents: 900, maxGrams: 4_082, priceCents: 8_100 }).where(isItem).run()
  expect((await call('price', { price_cents: 900, reason: 'Feed' })).status).toBe(422)
  expect(await (await call('price', { price_cents: 1_000, reason: 'Feed' })).json()).toMatchObject({
    price_cents: 8_100,
    price_per_pound_cents: 900,
    proposed_price_cents: 1_000,
  })
  await solveOnPage(shop, 'price_proposed', 'accept_price')
  expect(await (await call()).json()).toMatchObject({ price_cents: 9_000, price_per_pound_cents: 1_000 })
  await call('price', { price_cents: 1_100, reason: 'Feed' })
  shop.db.update(offers).set({ poundCents: null, maxGrams: null }).where(isItem).run()
  await solveOnPage(shop, 'price_proposed', 'accept_price')
  expect(await (await call()).json()).toMatchObject({ price_cents: 9_000, price_per_pound_cents: null })
})

test("VEN-1 LOT-1 a farm sees its offer's lots, and a clerk those in the center", async () => {
  const { shop, dale } = await centerShop()
  const { item, call, path, farmer } = await farmOf(shop)
  const offerId = offerIdOf(shop, item.bid_item_token)
  await receiveLot(shop, { offerId, code: 'FRESH-1', bestBy: inDays(shop, 200), units: 8 })
  await receiveLot(shop, { offerId, code: 'OLD-1', bestBy: inDays(shop, 20), units: 5 })
  const listed = [
    { lot: 'OLD-1', best_by: inDays(shop, 20), left: 5, in_boxes: 0, state: 'open' },
    { lot: 'FRESH-1', best_by: inDays(shop, 200), left: 8, in_boxes: 0, state: 'open' },
  ]
  const ours = ({ lots }: { lots: { lot: string }[] }) =>
    lots.filter(({ lot }) => /^(OLD|FRESH)-1$/.test(lot))
  expect(ours(await (await call()).json())).toMatchObject(listed)
  const clerks = `${CENTER}/inventory/${item.bid_item_token}`
  expect(ours(await (await dale.call('GET', clerks)).json())).toMatchObject(listed)
  for (const page of [await dale.visit(clerks), await farmer.visit(path)]) {
    const html = await page.text()
    expect(html.indexOf('OLD-1')).toBeGreaterThan(0)
    expect(html.indexOf('FRESH-1')).toBeGreaterThan(html.indexOf('OLD-1'))
    const { results } = await validator.validateString(html)
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
  }
})

test('VEN-1 the pages are valid HTML, and forms work without scripts', async () => {
  const shop = await world()
  const { farmer, shelf, path } = await farmOf(shop)
  const refused = await farmer.submit('POST', `${path}/price`, { price: 'much', reason: 'x' })
  expect(refused.status).toBe(422)
  const proposed = await farmer.submit('POST', `${path}/price`, { price: '$31.50', reason: 'Feed' })
  expect([proposed.status, proposed.headers.get('location')]).toEqual([303, path])
  for (const html of [
    await refused.text(),
    await (await farmer.visit(shelf)).text(),
    await (await farmer.visit(path)).text(),
  ]) {
    const { results } = await validator.validateString(html)
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
  }
})
