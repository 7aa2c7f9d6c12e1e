import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Db } from '#db/client.ts'
import { analyticsEvents, orders, promotions, sessions } from '#db/schema/index.ts'
import { fillCart, readyToPay } from '../../support/buying.ts'
import { changedTables, dump } from '../../support/dump.ts'
import { createShopper } from '../../support/shopper.ts'
import { world } from '../../support/world.ts'

const LINE = 'WELCOME20: 20% off your first order. You can apply it at checkout.'

const remembered = (db: Db) =>
  db
    .select()
    .from(sessions)
    .all()
    .map((session) => session.promotionOffer)

const missing = (db: Db) =>
  db.select().from(analyticsEvents).where(eq(analyticsEvents.name, 'page_not_found')).all()

test('CAT-7 a promotion code in the URL is offered in the cart from then on', async () => {
  const { shopper, db } = await world()
  const [ana, eve] = [await shopper(), await shopper()]
  expect(await (await ana.visit('/cart')).text()).not.toContain('WELCOME20')
  expect(remembered(db)).toEqual([])
  expect(await (await ana.visit('/cart?promotion_offer=WELCOME20')).text()).toContain(LINE)
  expect(remembered(db)).toEqual(['WELCOME20'])

  await fillCart(ana, db)
  const box = await (await ana.visit('/cart')).text()
  expect(box).toContain(LINE)
  expect(box).toContain('cart_item_')
  expect(await (await eve.visit('/cart')).text()).not.toContain('WELCOME20')
})

test("CAT-7 the code works on a visitor's very first page view, and the latest code wins", async () => {
  const { shopper, db, app } = await world()
  const first = await app.request('/shop/beef?promotion_offer=SHIPFREE', { headers: { accept: 'text/html' } })
  expect(first.headers.getSetCookie().join()).toContain('session=')
  const ana = await shopper()
  await ana.visit('/?promotion_offer=SHIPFREE')
  expect(await (await ana.visit('/cart')).text()).toContain('SHIPFREE: free delivery on your order.')
  await ana.visit('/?promotion_offer=WELCOME20')
  expect(await (await ana.visit('/cart')).text()).toContain(LINE)
  const before = dump(db)
  await ana.visit('/shop?promotion_offer=WELCOME20')
  expect(changedTables(before, dump(db))).toEqual([])
})

test('SEC-6 CAT-7 the first request writes nothing; the second stores the promotion, whatever page it is for', async () => {
  const { shopper, db, app, standIn } = await world()
  const before = dump(db)
  const first = await app.request('/shop?promotion_offer=WELCOME20', { headers: { accept: 'text/html' } })
  expect(changedTables(before, dump(db))).toEqual([])
  const cookies = Object.fromEntries(
    first.headers.getSetCookie().map((cookie) => {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
      return [name, value]
    }),
  )
  expect(first.headers.getSetCookie().join()).toMatch(
    /promotion_offer=WELCOME20; Path=\/; HttpOnly; SameSite=Lax/,
  )

  const ana = await createShopper(app, standIn.browser, cookies)
  expect(remembered(db)).toEqual(['WELCOME20'])
  expect(ana.cookies.has('promotion_offer')).toBe(false)
  expect(await (await ana.visit('/cart')).text()).toContain(LINE)

  const ben = await shopper()
  ben.cookies.set('promotion_offer', 'NO-SUCH-CODE')
  await ben.visit('/cart')
  expect(remembered(db)).toEqual(['WELCOME20'])
})

test('CAT-7 a code that is unknown, expired, used up or members-only is not offered', async () => {
  const { shopper, db, clock } = await world()
  const ana = await shopper()
  const before = dump(db)
  for (const code of ['SPRING', 'welcome20', 'a'.repeat(41), '"><script>', '__proto__', '%00', 'WELCOME20 '])
    expect((await ana.visit(`/?promotion_offer=${encodeURIComponent(code)}`)).status).toBe(200)
  expect(changedTables(before, dump(db))).toEqual([])

  await ana.visit('/?promotion_offer=LASTYEAR')
  expect(await (await ana.visit('/cart')).text()).not.toContain('LASTYEAR')
  await ana.visit('/?promotion_offer=WELCOME20')
  const change = (values: Partial<typeof promotions.$inferInsert>) =>
    db.update(promotions).set(values).where(eq(promotions.code, 'WELCOME20')).run()
  for (const values of [
    { startsAt: clock.now() + 1, endsAt: null },
    { startsAt: null, endsAt: clock.now() },
    { endsAt: null, useLimit: 0 },
    { useLimit: null, membersOnly: true },
  ]) {
    change(values)
    expect(await (await ana.visit('/cart')).text()).not.toContain('WELCOME20')
  }
  change({ membersOnly: false, minimumCents: 10_000 })
  expect(await (await ana.visit('/cart')).text()).toContain('off your first order of $100.00 or more.')
})

test('CAT-7 a returning customer is not offered a first-order promotion', async () => {
  const { shopper, db } = await world()
  const ana = await shopper()
  await readyToPay(ana, db, { email: 'again@example.com' })
  await ana.visit('/?promotion_offer=WELCOME20')
  expect(await (await ana.visit('/cart')).text()).toContain(LINE)
  db.update(orders).set({ email: 'again@example.com' }).where(eq(orders.state, 'paid')).run()
  expect(await (await ana.visit('/cart')).text()).not.toContain('WELCOME20')
})

test('CAT-7 the missing page on the other site is recorded, truncated and without its query string', async () => {
  const { shopper, db, clock } = await world()
  const ana = await shopper()
  await ana.visit('/?page_not_found_source=%2Fold%2Fribeye%3Femail%3Dana%40example.com%23top')
  await ana.visit(`/shop?page_not_found_source=${'x'.repeat(500)}`)
  await ana.visit('/?page_not_found_source=')
  expect(missing(db).map(({ properties, at }) => ({ properties, at }))).toEqual([
    { properties: { source: '/old/ribeye' }, at: clock.now() },
    { properties: { source: 'x'.repeat(200) }, at: clock.now() },
  ])
  expect(remembered(db)).toEqual([])
})

test('CAT-7 GND-8 only a page view stores them: not a prefetch, HEAD, script, image or API request', async () => {
  const { shopper, db } = await world()
  const ana = await shopper()
  const query = '?promotion_offer=WELCOME20&page_not_found_source=old'
  const before = dump(db)
  for (const [name, value] of [
    ['x-sec-purpose', 'prefetch'],
    ['sec-purpose', 'prefetch;prerender'],
  ] as const)
    await ana.send(`/${query}`, { headers: { accept: 'text/html', [name]: value } })
  await ana.send(`/${query}`, { method: 'HEAD', headers: { accept: 'text/html' } })
  await ana.call('GET', `/autocomplete${query}&q=rib`)
  await ana.send(`/nothing.png${query}`, { headers: { accept: 'image/avif,image/webp' } })
  await ana.call('POST', `/v1/update_postal_code${query}`, { postal_code: 'none' })
  expect(changedTables(before, dump(db))).toEqual([])
})

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

test('SEC-3 CAT-7 at most 300 missing pages an hour are recorded per IP address; the pages still load', async () => {
  const { db, shopper } = await world({ config: { rateLimited: true } })
  for (let visitors = 0; visitors < 10; visitors += 1) {
    const ana = await shopper()
    for (let visits = 0; visits < 2; visits += 1) await ana.visit('/cart') // anonymous visitors are throttled early
    for (let count = 0; count < 31; count += 1) {
      const page = await ana.visit('/modals/capture_postal_code?page_not_found_source=old')
      expect(page.status).toBe(200)
    }
  }
  expect(missing(db)).toHaveLength(300)
})
