import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable } from 'drizzle-orm/sqlite-core'

/** One row that counts changes. Triggers write it and the search tables (see the migration `search`). */
export const searchVersions = sqliteTable(
  'search_versions',
  { id: integer().primaryKey(), version: integer().notNull() },
  (t) => [check('search_versions_one_row', sql`${t.id} = 1`)],
)
