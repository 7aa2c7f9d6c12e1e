import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { orders, sessions, users } from '#db/schema/index.ts'
import { signedIn } from '../../support/account.ts'
import { changeOrder, offerToken, orderOf, prepareToPay, readyToPay, SEATTLE } from '../../support/buying.ts'
import { changedTables, dump } from '../../support/dump.ts'
import { makeRecurring } from '../../support/paying-by-card.ts'
import { addressOf, appRoutes, type Route } from '../../support/routes.ts'
import { world } from '../../support/world.ts'

const UNKNOWN = 'AAAAAAAAAAAAAAAAAAAAAA'

async function scene() {
  const made = await world()
  const [ana, eve] = [await made.shopper(), await made.shopper()]
  const token = await readyToPay(ana, made.db)
  return { ...made, ana, eve, token }
}

const { app: listed } = await world()

/** Pages and calls of an account about a placed order: their rules are below. */
const OF_ACCOUNT = appRoutes(listed).filter(
  ({ path }) => path.startsWith('/account/orders/') || path.includes('_sms_notifications_for_order/'),
)

/** What the buyer gets for an order that was just paid, if not a plain success. */
const TOO_EARLY: Record<string, number> = {
  'POST /account/orders/:orderToken/claims': 422, // the box hasn't arrived
  'GET /account/orders/:orderToken/claims/photos/:photoToken': 404, // there is no photo
  'POST /account/orders/:orderToken/gift-cards/:boughtToken/send': 404, // no gift card was bought
  'POST /account/orders/:orderToken/gift-cards/:boughtToken/return': 404,
  'POST /account/orders/:orderToken/edit': 200, // previews the price first
  'GET /account/orders/:orderToken/edit/payment': 302, // no payment is due
  'POST /account/orders/:orderToken/edit/payment': 422,
  'DELETE /account/orders/:orderToken/edit/payment': 422,
}

/** Anyone with a tracking link may see where a box is: test/tracking covers that. */
const isTracking = ({ path }: Route) => path.endsWith('/tracking-info')

/** Clerks see their waves' boxes: the role table covers that. */
const isOfClerks = ({ path }: Route) => path.startsWith('/fulfillment/')

/** Staff may act on any order. */
const isOfStaff = ({ path }: Route) => path.startsWith('/staff/')

/** Members sign in to change a box, or pay by a link with a key: test/membership covers that. */
const isOfMembers = ({ path }: Route) =>
  /^\/v1\/subscriptions\/(skip_box|unskip_box|box_item|free_item|upgrade_order)\//.test(path) ||
  path.endsWith('/pay-for-box') ||
  path === '/order/:orderToken/pay'

/** Checkout routes that name an order, in the path or, as most do, in a field. */
const ORDER_CALLS = appRoutes(listed).filter(
  (route) =>
    !OF_ACCOUNT.some(({ path }) => path === route.path) &&
    !isOfClerks(route) &&
    !isOfStaff(route) &&
    !isOfMembers(route) &&
    !isTracking(route) &&
    (route.path.includes(':orderToken') ||
      route.path.startsWith('/v1/stripe_') ||
      ['/v1/checkout_summary', '/v1/set_recurring_order'].includes(route.path)),
)
const PAGES = ORDER_CALLS.filter(
  ({ method, path }) => method === 'GET' && !path.startsWith('/v1/') && !path.endsWith('/dates'),
)
const CALLS = ORDER_CALLS.filter((route) => !PAGES.includes(route))

const title = ({ method, path }: Route) => `${method} ${path}`
const address = (route: Route, orderToken: string) => {
  const path = addressOf(route, { orderToken, offerToken: '', slug: '', category: '' })
  return route.path === '/v1/checkout_summary' ? `${path}?order_token=${orderToken}` : path
}
const fieldsFor = (order_token: string) => ({
  order_token,
  email: 'eve@example.com',
  ...SEATTLE,
  delivery_name: 'Eve',
  arrival_date: '2026-12-01',
  terms_of_service: true,
})

test('the lists come from the app, and are not empty', () => {
  expect(CALLS.length).toBeGreaterThanOrEqual(9)
  expect(PAGES.map(title)).toEqual(
    expect.arrayContaining([
      'GET /checkout/:orderToken',
      'GET /order/:orderToken/confirmation',
      'GET /order/:orderToken/payment-status',
    ]),
  )
})

describe.each(CALLS.map((route) => [title(route), route] as const))('GND-21 SEC-4 %s', (_, route) => {
  test("another shopper's order is the same 404 as an unknown one, and nothing of it changes or shows", async () => {
    const { ana, eve, token, db } = await scene()
    const before = dump(db)
    const ask = (order: string) =>
      eve.call(route.method, address(route, order), route.method === 'GET' ? undefined : fieldsFor(order))
    const [foreign, unknown] = [await ask(token), await ask(UNKNOWN)]
    expect([foreign.status, unknown.status]).toEqual([404, 404])
    const text = await foreign.text()
    expect(text).toBe(await unknown.text())
    expect(text).not.toMatch(/ana@example|Pike|secret/)
    for (const odd of ['', 'x', '%20', "' or 1=1 --", token.toLowerCase(), `${token}x`, token.slice(1)]) {
      if (odd === '' && route.path.endsWith(':orderToken')) continue
      expect([404, 301, 302]).toContain((await ask(encodeURIComponent(odd))).status)
    }
    expect(changedTables(before, dump(db))).toEqual([])

    const own = await ana.call(
      route.method,
      address(route, token),
      route.method === 'GET' ? undefined : fieldsFor(token),
    )
    expect(own.status).not.toBe(404)
  })
})

describe.each(PAGES.map((route) => [title(route), route] as const))('GND-21 %s', (_, route) => {
  test("another shopper's order redirects to the home page, like an unknown one", async () => {
    const { ana, eve, token, app } = await scene()
    // A malformed order token doesn't match a route that starts with it.
    const odd = route.path.startsWith('/:orderToken{') ? [] : ['x']
    for (const order of [token, UNKNOWN, ...odd]) {
      const response = await eve.visit(address(route, order))
      expect(response.status).toBe(302)
      expect(response.headers.get('location')).toBe('/')
      expect(await response.text()).not.toMatch(/ana@example|Pike/)
    }
    const stranger = await app.request(address(route, token))
    expect(stranger.headers.get('location')).toBe('/')
    expect((await ana.visit(address(route, token))).headers.get('location')).not.toBe('/')
  })
})

describe.each(OF_ACCOUNT.map((route) => [title(route), route] as const))(
  'GND-21 SEC-4 ORD-2 %s',
  (_, route) => {
    test('the ordering browser sees it; others must sign in, and another account gets a 404', async () => {
      const { ana, eve, token, db, settleDown, ...made } = await scene()
      await makeRecurring(ana, token)
      const { clientSecret } = await prepareToPay(ana, token)
      await ana.confirm(clientSecret)
      await settleDown()
      const ben = await signedIn({ ...made, db })
      const before = dump(db)
      const isCall = route.method !== 'GET'
      const ask = (who: typeof ana, order: string) =>
        isCall ? who.submit('POST', address(route, order)) : who.visit(address(route, order))
      for (const order of [token, UNKNOWN]) {
        const [stranger, other] = [await ask(eve, order), await ask(ben, order)]
        expect([stranger.status, stranger.headers.get('location')]).toEqual([303, '/signin'])
        expect(other.status).toBe(404)
        expect((await stranger.text()) + (await other.text())).not.toMatch(
          /ana@example|Pike|\bDW-[2-9A-Z]{8}\b/,
        )
      }
      expect(changedTables(before, dump(db))).toEqual([])
      expect((await ask(ana, token)).status).toBe(TOO_EARLY[title(route)] ?? (isCall ? 303 : 200))
    })
  },
)

test("GND-21 another order's payment intent is a 404, even with an order of one's own", async () => {
  const { ana, eve, token, db } = await scene()
  const own = await readyToPay(eve, db, { email: 'eve@example.com' })
  const { paymentIntentId } = await prepareToPay(ana, token)
  await prepareToPay(eve, own)
  const asked = await eve.call('GET', `/v1/order/${own}/payment_status?payment_intent_id=${paymentIntentId}`)
  const unknown = await eve.call('GET', `/v1/order/${own}/payment_status?payment_intent_id=pi_none`)
  expect([asked.status, unknown.status]).toEqual([404, 404])
})

test('GND-21 once an order has an account, its session alone no longer has access, and a null owner matches nobody', async () => {
  const { ana, eve, token, db, clock } = await scene()
  const owner = db
    .insert(users)
    .values({ token: 'u'.repeat(22), email: 'ana@example.com', createdAt: clock.now() })
    .returning()
    .get()
  const { sessionHash } = orderOf(db, token)
  changeOrder(db, token, { userId: owner.id })
  const status = async (who: typeof ana) =>
    (await who.call('GET', `/v1/checkout_summary?order_token=${token}`)).status
  expect([await status(ana), await status(eve)]).toEqual([404, 404])

  db.update(sessions)
    .set({ userId: owner.id })
    .where(eq(sessions.idHash, sessionHash ?? ''))
    .run()
  expect([await status(ana), await status(eve)]).toEqual([200, 404])

  changeOrder(db, token, { userId: null, sessionHash: null })
  expect([await status(ana), await status(eve)]).toEqual([404, 404])
})

test('GND-21 a cart belongs to its session: another guest sees an empty one', async () => {
  const { ana, eve } = await scene()
  expect(await (await eve.visit('/cart')).text()).not.toMatch(/cart_item_\d/)
  expect(await (await ana.visit('/cart')).text()).toMatch(/cart_item_\d/)
})

test("GND-2 public tokens are 128 random bits, and an order's identifier can be read aloud", async () => {
  const { db } = await scene()
  const rows = db.select().from(orders).all()
  expect(rows.length).toBeGreaterThan(0)
  for (const { token, identifier } of rows) {
    expect(token).toMatch(/^[0-9A-Za-z]{22}$/)
    expect(identifier).toMatch(/^DW-[23456789A-HJKMNP-Z]{6,}$/)
  }
  expect(offerToken(db, 'demo-fifty')).toMatch(/^[0-9A-Za-z]{22}$/)
})
