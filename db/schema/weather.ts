import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Day, Instant } from '#src/day.ts'
import { fulfillmentCenters } from './delivery.ts'
import { orders } from './orders.ts'

/** No box of the center may be on its way to these states or ZIP areas on these days. */
export const weatherAlerts = sqliteTable(
  'weather_alerts',
  {
    id: integer().primaryKey(),
    fcId: integer()
      .notNull()
      .references(() => fulfillmentCenters.id),
    title: text().notNull(), // shoppers see it
    states: text({ mode: 'json' }).$type<string[]>().notNull(),
    zip3s: text({ mode: 'json' }).$type<string[]>().notNull(),
    startsOn: text().$type<Day>().notNull(),
    endsOn: text().$type<Day>().notNull(),
    createdAt: integer().notNull(),
    changedAt: integer().notNull(),
    clearedAt: integer(),
  },
  (t) => [
    index('weather_alerts_of_center').on(t.fcId, t.endsOn),
    check('weather_alerts_dates', sql`${t.endsOn} >= ${t.startsOn}`),
  ],
)

/** An order that an alert keeps from being packed, and what it was before we moved it. At most one open hold each. */
export const weatherHolds = sqliteTable(
  'weather_holds',
  {
    id: integer().primaryKey(),
    alertId: integer()
      .notNull()
      .references(() => weatherAlerts.id),
    orderId: integer()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    shipOn: text().$type<Day>().notNull(),
    arrivalOn: text().$type<Day>().notNull(),
    lockAt: integer().$type<Instant>().notNull(),
    chargeAt: integer().$type<Instant>().notNull(),
    expedited: integer({ mode: 'boolean' }).notNull(),
    /** The arrival we moved it to; null while there is no free day. */
    movedTo: text().$type<Day>(),
    /** For a second delay: without a yes by then, the order is refunded. */
    answerBy: integer().$type<Instant>(),
    answer: text({ enum: ['kept', 'canceled', 'none'] }),
    answeredAt: integer(),
    /** The shopper wants the box on its first day, weather or not, and agreed to these words. */
    shipAnywayAt: integer(),
    shipAnywayWords: text(),
    /** What an expedited box paid for its day, once it was moved to a standard one. */
    returnedCents: integer().notNull().default(0),
    heldAt: integer().notNull(),
    endedAt: integer(),
  },
  (t) => [
    uniqueIndex('weather_holds_open').on(t.orderId).where(sql`ended_at is null`),
    index('weather_holds_of_order').on(t.orderId),
    index('weather_holds_of_alert').on(t.alertId),
  ],
)

export type WeatherAlert = typeof weatherAlerts.$inferSelect
export type WeatherHold = typeof weatherHolds.$inferSelect
