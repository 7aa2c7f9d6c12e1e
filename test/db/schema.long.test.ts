import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Db, integrityProblems, tableList } from '#db/client.ts'
import { orders } from '#db/schema/index.ts'
import { expireHolds, reconcilePayments } from '#src/payments/reconcile.ts'
import { runDueJobs } from '#src/work/jobs.ts'
import { offerToken, prepareToPay, readyToPay } from '../support/buying.ts'
import { giveReward, redeem, signedIn } from '../support/rewards.ts'
import { scans } from '../support/table-scans.ts'
import { world } from '../support/world.ts'

const { db } = await world()

/** The reason the database rejects a statement. */
function refusal(statement: string, where: Db = db): string {
  try {
    where.run(sql.raw(statement))
    return 'it was taken'
  } catch (error) {
    return String((error as Error).cause ?? error)
  }
}

test('OPS-2 every table is strict, and the integrity check passes', () => {
  const tables = tableList(db).filter(({ name, type }) => type === 'table' && !name.startsWith('sqlite_'))
  expect(tables.length).toBeGreaterThan(30)
  expect(
    tables
      .filter(({ strict, name }) => strict !== 1 && name !== '__drizzle_migrations')
      .map(({ name }) => name),
  ).toEqual([])
  expect(integrityProblems(db)).toEqual([])
})

test('OPS-2 foreign keys are enforced: a line without an order is rejected', () => {
  expect(db.get<{ foreign_keys: number }>(sql`pragma foreign_keys`)).toEqual({ foreign_keys: 1 })
  const line = 'insert into order_lines (order_id, offer_id, quantity, price_cents, added_at)'
  expect(refusal(`${line} values (999999, 1, 1, 1, 1)`)).toMatch(/FOREIGN KEY/)
})

test.each([
  ['update stock set on_hand = -1', /CHECK/],
  ['update orders set total_cents = 10000001', /CHECK/],
  ['update orders set total_cents = -1', /CHECK/],
  ["update orders set total_cents = 'free'", /cannot store TEXT/],
  ['update order_lines set quantity = 0', /CHECK/],
  ['update order_lines set quantity = 101', /CHECK/],
  ['update money_movements set amount_cents = -5', /CHECK/],
  ['update orders set placed_at = 1, total_cents = null', /CHECK/],
])('R1 the database rejects: %s', (statement, reason) => {
  expect(refusal(statement)).toMatch(reason)
})

test('PAY-4 a session has one open cart, an order one open payment, and money one reference: duplicates are rejected', async () => {
  const { db, shopper } = await world()
  const ana = await shopper()
  await prepareToPay(ana, await readyToPay(ana, db))
  const because = (statement: string) => refusal(statement, db)
  const hers = '(select session_hash from orders where session_hash is not null)'
  expect(
    because(`update orders set state = 'cart', user_id = null, session_hash = ${hers} where state = 'paid'`),
  ).toMatch(/UNIQUE/)
  const columns = 'order_id, attempt, flow, amount_cents, status, news_at, created_at'
  const copy = `select order_id, attempt + 1, flow, amount_cents, status, news_at, created_at from payments where status = 'open'`
  expect(because(`insert into payments (${columns}) ${copy}`)).toMatch(/UNIQUE/)
  const movement =
    "insert into money_movements (order_id, kind, amount_cents, reference, at) values (1, 'charge', 5, 'pi_twice', 1)"
  expect(because(movement)).toBe('it was taken')
  expect(because(movement)).toMatch(/UNIQUE/)
})

test('the scan detector sees every statement and reports a full table scan', async () => {
  const { db } = await world()
  const slow = 'select * from orders where updated_at = 5'
  expect(await scans(db, () => db.run(sql.raw(slow)))).toEqual([`orders: ${slow}`])
  expect(
    await scans(db, () => db.select().from(orders).where(eq(orders.email, 'a@b.example')).all()),
  ).toHaveLength(1)
})

test('OPS-2 a purchase, from the first page to the receipt, does no full scan of a growing table', async () => {
  const { db, shopper, settleDown } = await world()
  const found = await scans(db, async () => {
    const ana = await shopper()
    for (const path of ['/', '/shop', '/shop/beef', '/products/demo-fifty', '/cart', '/outbox.json'])
      await ana.visit(path)
    const token = await readyToPay(ana, db)
    const { clientSecret } = await prepareToPay(ana, token)
    await ana.visit(`/checkout/${token}`)
    await ana.confirm(clientSecret)
    await settleDown()
    await ana.call('GET', `/v1/order/${token}/payment_status`)
    expect((await ana.visit(`/order/${token}/confirmation`)).status).toBe(200)
  })
  expect(found).toEqual([])
})

test('OPS-2 a purchase with rewards does none either', async () => {
  const shop = await world()
  const ana = await signedIn(shop)
  const reward = giveReward(shop.db, { gifts: ['maple-smoked-bacon', 'wildflower-honey'] })
  const found = await scans(shop.db, async () => {
    const token = await readyToPay(ana, shop.db)
    await redeem(ana, token, reward, offerToken(shop.db, 'wildflower-honey'))
    for (const path of ['/rewards', '/cart', `/checkout/${token}`]) await ana.visit(path)
    const { clientSecret } = await prepareToPay(ana, token)
    await ana.confirm(clientSecret)
    await shop.settleDown()
    expect((await ana.visit('/rewards')).status).toBe(200)
  })
  expect(found).toEqual([])
})

test('OPS-2 the recurring jobs do none either', async () => {
  const { db, services, pass, shopper } = await world()
  const ana = await shopper()
  await prepareToPay(ana, await readyToPay(ana, db))
  pass(11 * 60_000)
  const found = await scans(db, async () => {
    await runDueJobs(services)
    await reconcilePayments(services)
    await expireHolds(services)
  })
  expect(found).toEqual([])
})
