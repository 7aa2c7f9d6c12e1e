import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable } from 'drizzle-orm/sqlite-core'

/**
 * One row that counts the changes of what can be searched. It, the index `variety_search` (what is found) and the
 * words in `variety_words` (what may be meant) are written by triggers alone: see the migration `search`.
 */
export const searchVersions = sqliteTable(
  'search_versions',
  { id: integer().primaryKey(), version: integer().notNull() },
  (t) => [check('search_versions_one_row', sql`${t.id} = 1`)],
)
