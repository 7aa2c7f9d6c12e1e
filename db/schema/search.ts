import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable } from 'drizzle-orm/sqlite-core'

/** One row. Triggers write it, `variety_search` and `variety_words` (see the migration `search`). */
export const searchVersions = sqliteTable(
  'search_versions',
  { id: integer().primaryKey(), version: integer().notNull() },
  (t) => [check('search_versions_one_row', sql`${t.id} = 1`)],
)
