import { integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const farms = sqliteTable(
  'farms',
  {
    id: integer().primaryKey(),
    slug: text().notNull(),
    name: text().notNull(),
    town: text().notNull(),
    state: text().notNull(),
    region: text().notNull(),
    latitude: real().notNull(),
    longitude: real().notNull(),
    founded: integer(),
    story: text().notNull(),
    practices: text({ mode: 'json' }).$type<string[]>().notNull(),
    badges: text({ mode: 'json' }).$type<string[]>().notNull(),
    picture: text().notNull(), // a name in the manifest
  },
  (t) => [uniqueIndex('farms_slug').on(t.slug)],
)

export type Farm = typeof farms.$inferSelect
