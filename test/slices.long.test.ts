import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { durably } from '#db/client.ts'
import { auditEntries, moneyMovements, orders, shopFacts, staffFlags } from '#db/schema/index.ts'
import { recordAction } from '#src/audit/audit.ts'
import { postOrders } from '#src/farm-money/post.ts'
import { checkLedgers } from '#src/payments/ledger-check.ts'
import { checkSums } from '#src/reports/check-sums.ts'
import { keepSums } from '#src/reports/keep-sums.ts'
import { inSlices } from '#src/slices.ts'
import { checkTrail } from '#src/staff/check-trail.ts'
import { type World, world } from './support/world.ts'

test('other work gets a turn between slices', async () => {
  const done: string[] = []
  function* slices() {
    for (const slice of ['first', 'second', 'third']) {
      setImmediate(() => done.push(`shopper after ${slice}`))
      done.push(slice)
      yield
    }
  }
  await inSlices(slices())
  expect(done).toEqual([
    ...['first', 'shopper after first', 'second', 'shopper after second'],
    ...['third', 'shopper after third'],
  ])
})

/** Whether a shopper's write during a nightly check finishes before the check does. */
async function isServedDuring({ db }: World, work: () => Promise<void>): Promise<boolean> {
  let isOver = false
  const checked = work().then(() => {
    isOver = true
  })
  await durably(db, (tx) => {
    tx.insert(shopFacts).values({ name: 'shopper', value: '1' }).onConflictDoNothing().run()
  })
  const isServed = !isOver
  await checked
  return isServed
}

test('shoppers can write while the nightly checks and posting run', async () => {
  const shop = await world()
  const { db, services, clock } = shop
  const action = {
    actor: null,
    verb: 'order.moved',
    subject: { kind: 'order', token: 't', label: 'DW-1' },
  } as const
  await durably(db, (tx) => {
    for (let entry = 0; entry < 600; entry++) recordAction(tx, { ...action, now: clock.now() })
  })
  db.run(sql`insert into unposted_orders (order_id, at) select id, ${clock.now()} from orders where placed_at is not null
    on conflict do nothing`)
  await keepSums(services)
  expect(await isServedDuring(shop, () => checkLedgers(services))).toBe(true)
  expect(await isServedDuring(shop, () => checkTrail(services))).toBe(true)
  expect(await isServedDuring(shop, () => postOrders(services))).toBe(true)
})

test('the sliced checks still find the one wrong row', async () => {
  const { db, services } = await world()
  await keepSums(services)
  const flags = () =>
    db
      .select()
      .from(staffFlags)
      .all()
      .map(({ detail }) => detail)
  const before = flags().length
  for (const check of [checkLedgers, checkSums, checkTrail]) await check(services)
  expect(flags()).toHaveLength(before)

  const last = db.get<{ id: number }>(
    sql`select max(order_id) as id from money_movements where kind = 'charge'`,
  )
  const { identifier } =
    db.select().from(orders).where(eq(orders.id, last.id)).get() ?? expect.fail('an order')
  db.update(moneyMovements)
    .set({ amountCents: sql`amount_cents + 1` })
    .where(sql`order_id = ${last.id} and kind = 'charge'`)
    .run()
  await checkLedgers(services)
  await checkSums(services)
  expect(flags().join('\n')).toContain(`order ${identifier} holds`)
  expect(flags().join('\n')).toContain('money of kind charge')
})

test('the audit trail check finds a tampered entry beyond the first slice', async () => {
  const { db, services, clock } = await world()
  const action = {
    actor: null,
    verb: 'order.moved',
    subject: { kind: 'order', token: 't', label: 'DW-1' },
  } as const
  await durably(db, (tx) => {
    for (let entry = 0; entry < 600; entry++) recordAction(tx, { ...action, now: clock.now() })
  })
  for (const { name } of db.all<{ name: string }>(
    sql`select name from sqlite_schema where type = 'trigger' and tbl_name = 'audit_entries'`,
  ))
    db.run(sql.raw(`drop trigger "${name}"`))
  db.update(auditEntries).set({ reason: 'forged' }).where(eq(auditEntries.id, 555)).run()
  await checkTrail(services)
  expect(db.select().from(staffFlags).where(eq(staffFlags.key, 'audit_broken:555')).all()).toHaveLength(1)
})
