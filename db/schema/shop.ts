import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const shopFacts = sqliteTable('shop_facts', {
  name: text().primaryKey(),
  value: text().notNull(),
})

/** Deleted after a day. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    sessionHash: text().notNull(),
    key: text().notNull(),
    requestHash: text().notNull(),
    status: integer(), // null while the first request is running
    body: text(),
    createdAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.sessionHash, t.key] }), index('idempotency_keys_by_age').on(t.createdAt)],
)

/** One row, written only by triggers (see the migrations `shop_version` and `stock_and_day_versions`). */
export const shopVersions = sqliteTable(
  'shop_versions',
  {
    id: integer().primaryKey(),
    /** Changes to what is sold and where we deliver. */
    version: integer().notNull(),
    /** Changes to the places taken on ship days. */
    daysVersion: integer().notNull().default(0),
  },
  (t) => [check('shop_versions_one_row', sql`${t.id} = 1`)],
)
