import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Day } from '#src/day.ts'
import { users } from './accounts.ts'

/** Up to four hours of one browser, as the ahoy.js client sees them. Stores no street address and no URL with a secret. */
export const visits = sqliteTable(
  'visits',
  {
    id: integer().primaryKey(),
    token: text().notNull(),
    visitor: text().notNull(),
    /** From the session, never from the client. */
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    platform: text().notNull().default(''),
    browser: text().notNull().default(''),
    /** A path; null until the visit itself arrives, which may be after its first event. */
    landingPage: text(),
    /** A host. */
    referrer: text(),
    campaign: text({ mode: 'json' }).$type<Record<string, string>>(),
    screenWidth: integer(),
    screenHeight: integer(),
    startedAt: integer().notNull(),
    /** When it first added to the box. */
    addedAt: integer(),
  },
  (t) => [
    uniqueIndex('visits_token').on(t.token),
    index('visits_by_age').on(t.startedAt),
    index('visits_of_user').on(t.userId).where(sql`user_id is not null`),
  ],
)

export const analyticsEvents = sqliteTable(
  'analytics_events',
  {
    id: integer().primaryKey(),
    key: text().notNull(),
    name: text().notNull(),
    properties: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    at: integer().notNull(),
    /** Null for what the shop itself records. No foreign key: a visit may end before its last event does. */
    visitId: integer(),
  },
  (t) => [
    uniqueIndex('analytics_events_key').on(t.key),
    index('analytics_events_by_name').on(t.name, t.at),
    index('analytics_events_by_age').on(t.at),
    index('analytics_events_of_visit').on(t.visitId).where(sql`visit_id is not null`),
  ],
)

/** How often an event named an offer on a day. Counts only: no visitor. */
export const offerEventDays = sqliteTable(
  'offer_event_days',
  {
    day: text().$type<Day>().notNull(),
    offerToken: text().notNull(),
    event: text().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.event, t.offerToken] })],
)

export type Visit = typeof visits.$inferSelect
