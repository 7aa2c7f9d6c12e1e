import { rmSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { closeDatabase, integrityProblems, openDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { migrationsBefore, migrationsUpTo } from '../support/migrations.ts'

test('OPS-2 migrating a shop with cards, consents, used rewards and refunds loses none of them', () => {
  const db = openDatabase(':memory:')
  const before = migrationsUpTo(8)
  migrateDatabase(db, before)
  for (const statement of [
    "insert into users (id, token, email, created_at) values (1, 'u1', 'ana@example.com', 1)",
    ...[1, 2, 3].map(
      (id) =>
        `insert into orders (id, token, identifier, user_id, recurring, expedited, postal_code_delay_accepted, gift_order, created_at, updated_at)
         values (${id}, 'o${id}', 'DW-${id}', 1, 1, 0, 0, 0, 1, 1)`,
    ),
    `insert into stored_cards (order_id, user_id, email, provider_customer_id, payment_method_id, kept_at)
     values (1, 1, 'ana@example.com', 'cus_1', 'pm_1', 1), (2, 1, 'ana@example.com', 'cus_1', 'pm_2', 2),
       (3, null, 'guest@example.com', 'cus_2', 'pm_3', 3)`,
    `insert into recurring_consents (order_id, user_id, renew_period_type, words, price_cents, terms_version, given_at)
     values (1, 1, 'four_weeks', 'I agree', 5000, '1', 1)`,
    "insert into rewards (id, token, user_id, name, amount_cents, deliver_by, granted_at) values (1, 'r1', 1, 'R', 500, '2026-12-01', 1)",
    'insert into order_rewards (order_id, reward_id, used_at) values (1, 1, 1)',
    `insert into payments (id, order_id, attempt, flow, amount_cents, received_cents, status, news_at, created_at)
     values (1, 1, 1, 'alc-paid', 900, 900, 'refunding', 1, 1), (2, 2, 1, 'alc-paid', 700, 700, 'refunded', 1, 1),
       (3, 2, 2, 'alc-paid', 5000, 5000, 'succeeded', 1, 1)`,
    'insert into partial_refunds (order_id, payment_id, amount_cents, sent_at, created_at) values (2, 3, 1200, 2, 1), (2, 3, 1200, null, 3)',
    "insert into money_movements (order_id, kind, amount_cents, reference, at) values (2, 'refund', 700, 're_1', 1), (2, 'refund', 1200, 're_2', 2)",
    `insert into jobs (kind, key, payload, run_at, created_at) values ('refund_payment', 'refund:1', '{"paymentId":1}', 1, 1)`,
    "insert into staff_flags (key, order_id, reason, detail, created_at) values ('ledger:x', 1, 'ledger', 'x', 1)",
  ])
    db.run(sql.raw(statement))
  migrateDatabase(db)
  const all = (table: string) => db.all<Record<string, unknown>>(sql.raw(`select * from ${table} order by 1`))
  expect(
    all('stored_cards').map(({ payment_method_id, is_default }) => [payment_method_id, is_default]),
  ).toEqual([
    ['pm_1', 0],
    ['pm_2', 1],
    ['pm_3', 0],
  ])
  expect(all('recurring_consents')).toMatchObject([{ words: 'I agree', user_id: 1 }])
  expect(all('rewards')).toMatchObject([{ token: 'r1', user_id: 1 }])
  expect(all('order_rewards')).toMatchObject([{ reward_id: 1 }])
  expect(
    all('refunds').map((row) => [row.payment_id, row.amount_cents, row.status, row.provider_id]),
  ).toEqual([
    [3, 1_200, 'succeeded', 're_2'],
    [3, 1_200, 'asked', null],
    [1, 900, 'asked', null],
    [2, 700, 'succeeded', 're_1'],
  ])
  expect(all('jobs').map(({ kind, payload }) => [kind, payload])).toEqual([
    ['send_refund', '{"refundId":2}'],
    ['send_refund', '{"refundId":3}'],
  ])
  expect(all('staff_flags')).toMatchObject([{ key: 'ledger:x', reason: 'ledger', owner_id: null }])
  expect(integrityProblems(db)).toEqual([])
  expect(db.get(sql`pragma foreign_keys`)).toEqual({ foreign_keys: 1 })
  closeDatabase(db)
  rmSync(before, { recursive: true })
})

test('FRM-2 OPS-2 boxes sold before the farm ledger are queued for posting, and carts are not', () => {
  const db = openDatabase(':memory:')
  const before = migrationsBefore('farm_money')
  migrateDatabase(db, before)
  const columns =
    'insert into orders (id, token, identifier, state, placed_at, total_cents, created_at, updated_at)'
  for (const statement of [
    `${columns} values (1, 'o1', 'DW-1', 'delivered', 40, 5000, 1, 90)`,
    `${columns} values (2, 'o2', 'DW-2', 'cart', null, null, 1, 90)`,
  ])
    db.run(sql.raw(statement))
  migrateDatabase(db)
  const waiting = () => db.all(sql`select order_id, at from unposted_orders`)
  expect(waiting()).toEqual([{ order_id: 1, at: 40 }])
  db.run(sql`delete from unposted_orders`)
  db.run(sql`update orders set version = version + 1, updated_at = 95`)
  expect(waiting()).toEqual([{ order_id: 1, at: 95 }])
  for (const statement of [
    "insert into farms (id, slug, name, town, state, region, latitude, longitude, story, practices, badges, picture) values (1, 'farm', 'Farm', 'Lewistown', 'MT', 'west', 47, -109, '', '[]', '[]', '')",
    "insert into farm_terms (id, farm_id, kind, basis_points, starts_on, created_at) values (1, 1, 'commission', 2000, '2026-01-01', 1)",
    `insert into farm_entries (farm_id, period, order_id, kind, units, grams, goods_cents, sold_cents, fee_cents, terms_id, at)
     values (1, '2026-11', 1, 'sold', 1, 454, 1500, 1500, 300, 1, 40)`,
    "insert into shop_entries (period, order_id, account, cents, at) values ('2026-11', 1, 'delivery', 995, 40)",
    `insert into farm_statements (id, farm_id, period, sold_cents, refunded_cents, short_cents, weight_cents, given_cents,
       claim_cents, fee_cents, carried_cents, owed_cents, closed_at) values (1, 1, '2026-11', 1500, 0, 0, 0, 0, 0, 300, 0, 1200, 99)`,
    "insert into farm_payouts (statement_id, cents, paid_on, reference, key, at) values (1, 1200, '2026-12-05', 'ACH', 'k', 99)",
  ])
    db.run(sql.raw(statement))
  expect(() =>
    db.run(sql`insert into farm_payouts (statement_id, cents, paid_on, reference, key, at)
    values (1, -1, '2026-12-05', 'ACH', 'k2', 99)`),
  ).toThrow()
  expect(() => db.run(sql`delete from farm_payouts`)).toThrow()
  expect(integrityProblems(db)).toEqual([])
  closeDatabase(db)
  rmSync(before, { recursive: true })
})
