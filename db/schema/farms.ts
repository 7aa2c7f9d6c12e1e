import { integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Day } from '#src/day.ts'

/** What stands behind a badge. After its last day the badge ends (`src/farms/lapsed-badges.ts`). */
export type BadgeProof = {
  badge: string
  /** What the farm claims by it. */
  claim: string
  /** What we have seen: a certificate with its number, records, a visit. */
  evidence: string
  checkedOn: Day
  validUntil: Day | null
}

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
    quote: text(), // a sentence of theirs, above the story
    badgeProofs: text({ mode: 'json' }).$type<BadgeProof[]>().notNull().default([]),
    /** Maps show where exactly it is; otherwise only about where, because people live there. */
    showsPlace: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (t) => [uniqueIndex('farms_slug').on(t.slug)],
)

export type Farm = typeof farms.$inferSelect
