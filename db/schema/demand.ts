import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Who searched for what, once a week. `visitor` can't be led back to a browser, and differs from week to week. */
export const searchMarks = sqliteTable(
  'search_marks',
  {
    weekAt: integer().notNull(), // its Monday, 0:00 UTC
    phrase: text().notNull(), // in lower case
    region: text().notNull(),
    visitor: text().notNull(),
    /** Whether we had anything. */
    found: integer({ mode: 'boolean' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.weekAt, t.phrase, t.region, t.visitor] })],
)
