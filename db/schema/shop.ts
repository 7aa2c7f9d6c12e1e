import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Facts about this shop as a whole: the clock's offset, what has been seeded, when it last booted. */
export const shopFacts = sqliteTable('shop_facts', {
  name: text().primaryKey(),
  value: text().notNull(),
})

/** Answers kept for a client's Idempotency-Key, within its own session, for a day. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    sessionHash: text().notNull(),
    key: text().notNull(),
    requestHash: text().notNull(),
    status: integer(), // null while the first request is in flight
    body: text(),
    createdAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.sessionHash, t.key] }), index('idempotency_keys_by_age').on(t.createdAt)],
)

/**
 * One row that counts the changes of what shelves, cards, product pages and delivery estimates show: products, farms,
 * prices, stock, holds, places on delivery days. Written by triggers alone, whichever process writes: see the migration
 * `shop_version`.
 */
export const shopVersions = sqliteTable(
  'shop_versions',
  { id: integer().primaryKey(), version: integer().notNull() },
  (t) => [check('shop_versions_one_row', sql`${t.id} = 1`)],
)
