import { rmSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { closeDatabase, integrityProblems, openDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { migrationsUpTo } from '../support/migrations.ts'

const FIRST_WITH_MEMBERSHIPS = 39

test('MEM-1 OPS-2 consents of placed orders become memberships: active, or canceled by order or buyer', () => {
  const db = openDatabase(':memory:')
  const before = migrationsUpTo(FIRST_WITH_MEMBERSHIPS - 1)
  migrateDatabase(db, before)
  const order = (id: number, state: string, placedAt: number | null, recurring = 1) =>
    `insert into orders (id, token, identifier, user_id, state, recurring, renew_period_type, placed_at, total_cents, created_at, updated_at)
     values (${id}, 'o${id}', 'DW-${id}', 1, '${state}', ${recurring}, 'six_weeks', ${placedAt}, 5000, 1, 90)`
  const consent = (orderId: number, period: string, withdrawnAt: number | null = null) =>
    `insert into recurring_consents (order_id, user_id, renew_period_type, words, price_cents, terms_version, given_at, withdrawn_at)
     values (${orderId}, 1, '${period}', 'I agree', 5000, '1', 1, ${withdrawnAt})`
  for (const statement of [
    "insert into users (id, token, email, created_at) values (1, 'u1', 'ana@example.com', 1)",
    order(1, 'delivered', 10),
    order(2, 'canceled', 20),
    order(3, 'delivered', 30),
    order(4, 'addressed', null),
    order(5, 'delivered', 50, 0),
    consent(1, 'four_weeks', 5),
    consent(1, 'six_weeks'),
    consent(2, 'six_weeks'),
    consent(3, 'six_weeks', 70),
    consent(4, 'six_weeks'),
  ])
    db.run(sql.raw(statement))
  migrateDatabase(db)
  expect(
    db.all(sql`select first_order_id, user_id, state, renew_period_type, canceled_at, created_at, length(token) as token
      from memberships order by first_order_id`),
  ).toEqual([
    { first_order_id: 1, ...BEGUN, state: 'active', canceled_at: null, created_at: 10 },
    { first_order_id: 2, ...BEGUN, state: 'canceled', canceled_at: 90, created_at: 20 },
    { first_order_id: 3, ...BEGUN, state: 'canceled', canceled_at: 70, created_at: 30 },
  ])
  expect(integrityProblems(db)).toEqual([])
  closeDatabase(db)
  rmSync(before, { recursive: true })
})

const BEGUN = { user_id: 1, renew_period_type: 'six_weeks', token: 22 }
