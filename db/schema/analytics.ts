import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const analyticsEvents = sqliteTable(
  'analytics_events',
  {
    id: integer().primaryKey(),
    key: text().notNull(),
    name: text().notNull(),
    properties: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    at: integer().notNull(),
  },
  (t) => [
    uniqueIndex('analytics_events_key').on(t.key),
    index('analytics_events_by_name').on(t.name, t.at),
    index('analytics_events_by_age').on(t.at),
  ],
)
