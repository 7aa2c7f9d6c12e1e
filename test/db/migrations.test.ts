import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { closeDatabase, integrityProblems, openDatabase } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'

type Journal = { entries: { idx: number }[] }

/** The migrations as they were up to one of them. */
function migrationsUpTo(last: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  cpSync('db/migrations', folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as Journal
  const entries = journal.entries.filter(({ idx }) => idx <= last)
  writeFileSync(file, JSON.stringify({ ...journal, entries }))
  return folder
}

test('OPS-2 a shop with cards, consents and used rewards is brought up to date without losing one', () => {
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
  expect(integrityProblems(db)).toEqual([])
  expect(db.get(sql`pragma foreign_keys`)).toEqual({ foreign_keys: 1 })
  closeDatabase(db)
  rmSync(before, { recursive: true })
})
