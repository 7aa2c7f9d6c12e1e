import { desc, eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Db } from '#db/client.ts'
import { orders } from '#db/schema/index.ts'
import { setShopTime, shopClock } from '#src/clock.ts'
import { postOrders } from '#src/farm-money/post.ts'
import { prepareOrder } from '#src/orders/prepare.ts'
import { settle } from '#src/payments/finalize.ts'
import { fetchIntent } from '#src/payments/provider.ts'
import { keepSums } from '#src/reports/keep-sums.ts'
import { runDueJobs } from '#src/work/jobs.ts'
import { ANA, signedIn, userOf } from './support/account.ts'
import { expectOk, offerToken, orderOf, paymentStatus, SEATTLE } from './support/buying.ts'
import type { Shopper } from './support/shopper.ts'
import { countStatements } from './support/statement-count.ts'
import { type World, world } from './support/world.ts'

/** Upper limits, BEGIN and COMMIT included. The goal is 120 in total and 30 for the order. */
const MOST_BY_STEP: Record<string, number> = {
  listing: 8,
  product: 5,
  'first add': 12,
  'second add': 10,
  'third add': 10,
  'to checkout': 3,
  checkout: 7,
  email: 7,
  address: 17,
  intent: 22,
  validate: 23,
  'poll that settles': 28,
  webhook: 2,
  'poll afterwards': 3,
  'receipt and analytics': 31,
}
const MOST_OF_A_SHOPPER = 188

/** Runs at most once per 50 ms, however many shoppers there are (src/shop-settings/kept.ts). */
const SETTINGS_LOOK = 'select "version" from "shop_versions"'
const MOST_OF_AN_ORDER = 39

const VARIETIES = ['demo-fifty', 'whole-chicken', 'wildflower-honey']

const tokensOf = (db: Db) => VARIETIES.map((slug) => offerToken(db, slug))

const add = (ana: Shopper, token: string | undefined) =>
  expectOk(ana.call('POST', `/cart/items/${token}`, { quantity: 1 }))

/** From the first page to the receipt, step by step. */
async function buy(
  { standIn, services }: World,
  ana: Shopper,
  tokens: string[],
  note: (step: string) => void,
) {
  const post = async (path: string, fields: object) =>
    (await expectOk(ana.call('POST', path, { order_token, ...fields }))).json()
  await ana.visit('/shop/beef')
  note('listing')
  await ana.visit('/products/demo-fifty')
  note('product')
  for (const [index, turn] of ['first', 'second', 'third'].entries()) {
    await add(ana, tokens[index])
    note(`${turn} add`)
  }
  const path = (await ana.visit('/checkout')).headers.get('location') ?? ''
  const order_token = path.split('/').at(-1) ?? ''
  note('to checkout')
  await ana.visit(path)
  note('checkout')
  await post('/v1/stripe_update_email', { email: 'ana@example.com' })
  note('email')
  await post('/v1/stripe_update_address', SEATTLE)
  note('address')
  const { clientSecret } = (await post('/v1/stripe_create_payment_intent', {})) as { clientSecret: string }
  note('intent')
  await post('/v1/stripe_validate_payment', { terms_of_service: true })
  note('validate')
  await ana.confirm(clientSecret)
  expect(await paymentStatus(ana, order_token)).toBe('succeeded')
  note('poll that settles')
  await standIn.deliverDue()
  note('webhook')
  expect(await paymentStatus(ana, order_token)).toBe('succeeded')
  note('poll afterwards')
  expect(await runDueJobs(services)).toBe(2)
  note('receipt and analytics')
}

test('SPD-6 a whole purchase runs few statements and builds none at run time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }) // analytics events write their batches on a timer
  onTestFinished(() => void vi.useRealTimers())
  const shop = await world()
  const counter = countStatements(shop.db)
  const tokens = tokensOf(shop.db)
  // Warms up the prepared statements, including those needed only after an earlier sale.
  for (let times = 0; times < 2; times++) await buy(shop, await shop.shopper(), tokens, () => undefined)
  const ana = await shop.shopper()
  counter.take()
  const counts: Record<string, number> = {}
  const built: string[] = []
  await buy(shop, ana, tokens, (step) => {
    const counted = counter.take()
    counts[step] = counted.statements.filter((statement) => statement !== SETTINGS_LOOK).length
    built.push(...counted.built)
  })
  expect(built).toEqual([])
  const tooMany = Object.entries(counts).filter(([step, count]) => count > (MOST_BY_STEP[step] ?? 0))
  expect(tooMany).toEqual([])
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  expect(all).toBeLessThanOrEqual(MOST_OF_A_SHOPPER)
})

/** Starts counting at PREPARE and FINALIZE, after the earlier steps. */
async function placeOrder({ db, services, shopper }: World, begin: () => void) {
  const ana = await shopper()
  for (const token of tokensOf(db)) await add(ana, token)
  const order_token = (await ana.visit('/checkout')).headers.get('location')?.split('/').at(-1) ?? ''
  const post = (path: string, fields: object) => expectOk(ana.call('POST', path, { order_token, ...fields }))
  await post('/v1/stripe_update_email', { email: 'ana@example.com' })
  await post('/v1/stripe_update_address', SEATTLE)
  const intent = await post('/v1/stripe_create_payment_intent', {})
  const { clientSecret } = (await intent.json()) as { clientSecret: string }
  await ana.confirm(clientSecret)
  const paid = await fetchIntent(services.stripe, clientSecret.split('_secret_')[0] ?? '')
  const { id } = orderOf(db, order_token)
  begin()
  await prepareOrder(db, id, { now: services.clock.now(), holdSeconds: 600, agreed: true })
  expect(await settle(services, paid)).toBe('completed')
}

test('SPD-6 preparing and completing an order runs few statements and builds none', async () => {
  const shop = await world()
  const counter = countStatements(shop.db)
  await placeOrder(shop, () => undefined)
  await placeOrder(shop, () => void counter.take())
  const { statements, built } = counter.take()
  expect(built).toEqual([])
  expect(statements.length).toBeLessThanOrEqual(MOST_OF_AN_ORDER)
})

test('SPD-6 what a sale adds to the ledger and the reports is written by statements that were prepared once', async () => {
  const shop = await world()
  const counter = countStatements(shop.db)
  const keepBooks = async () => {
    await postOrders(shop.services)
    await keepSums(shop.services)
  }
  await placeOrder(shop, () => undefined)
  await keepBooks()
  await placeOrder(shop, () => undefined)
  counter.take()
  await keepBooks()
  const { statements, built } = counter.take()
  expect(statements.filter((statement) => /^insert into "farm_entries"/.test(statement))).toHaveLength(
    VARIETIES.length,
  )
  expect(built.filter((statement) => /^insert/.test(statement))).toEqual([])
})

/** Statements per page once the shopper has viewed it before. */
const MOST_OF_A_PAGE: Record<string, number> = { order: 38, tracking: 32, orders: 26, passport: 14 }

test('SPD-6 the pages a shopper views after buying run few statements and build none', async () => {
  const shop = await world()
  const counter = countStatements(shop.db)
  const ana = await signedIn(shop, ANA)
  const { token } =
    shop.db
      .select()
      .from(orders)
      .where(eq(orders.state, 'delivered'))
      .orderBy(desc(orders.id))
      .all()
      .find(({ userId }) => userId === userOf(shop, ANA).id) ?? {}
  const pages = {
    order: `/account/orders/${token}`,
    tracking: `/${token}/tracking-info`,
    orders: '/account/orders',
    passport: '/passport',
  }
  const counts: Record<string, number> = {}
  const built: Record<string, string[]> = {}
  for (const [name, path] of Object.entries(pages)) {
    await ana.visit(path)
    counter.take()
    expect((await ana.visit(path)).status).toBe(200)
    const counted = counter.take()
    counts[name] = counted.statements.filter((statement) => statement !== SETTINGS_LOOK).length
    if (counted.built.length > 0) built[name] = counted.built
  }
  expect(built).toEqual({})
  expect(Object.entries(counts).filter(([name, count]) => count > (MOST_OF_A_PAGE[name] ?? 0))).toEqual([])
})

test("SPD-6 a request reads the demo clock's offset once; our own change shows at once, another process's within 50 ms", async () => {
  const { db } = await world()
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const clock = shopClock(db, { now: () => 1_000 })
  const counter = countStatements(db)
  for (let times = 0; times < 20; times++) expect(clock.now()).toBe(1_000)
  expect(counter.take().statements).toHaveLength(1)
  await setShopTime(db, 5_000, 1_000)
  expect(clock.now()).toBe(5_000)
  db.run(sql`update shop_facts set value = '9000' where name = 'clock_offset_ms'`) // as another process would
  vi.advanceTimersByTime(50)
  expect(clock.now()).toBe(10_000)
})
