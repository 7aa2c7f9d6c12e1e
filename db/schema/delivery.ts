import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import type { Day, Instant, Weekday } from '#src/day.ts'

export const fulfillmentCenters = sqliteTable(
  'fulfillment_centers',
  {
    id: integer().primaryKey(),
    slug: text().notNull().default(''), // in the addresses of the center's pages
    name: text().notNull(),
    city: text().notNull(),
    state: text().notNull(),
    /** Where parcels come from. */
    street: text().notNull().default(''),
    postalCode: text().notNull().default(''),
    zone: text().notNull(), // IANA, 'America/Los_Angeles'
    lockHour: integer().notNull().default(14), // in `zone`
    shipWeekdays: text({ mode: 'json' }).$type<Weekday[]>().notNull(),
    dailyCapacity: integer().notNull(), // boxes a ship day
    carrier: text().notNull().default('ground'),
  },
  (t) => [
    uniqueIndex('fulfillment_centers_slug').on(t.slug),
    check('fulfillment_centers_lock_hour', sql`${t.lockHour} between 0 and 23`),
    check('fulfillment_centers_capacity', sql`${t.dailyCapacity} >= 0`),
  ],
)

/** All federal holidays; the carrier is closed only on those it observes. */
export const carrierHolidays = sqliteTable(
  'carrier_holidays',
  {
    carrier: text().notNull().default('ground'),
    day: text().$type<Day>().notNull(),
    name: text().notNull(),
    observed: integer({ mode: 'boolean' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.carrier, t.day] })],
)

/** A ZIP code that's missing here may still be real, because zones go by the first three digits. */
export const zipCodes = sqliteTable(
  'zip_codes',
  {
    zip: text().primaryKey(),
    city: text().notNull(),
    state: text().notNull(),
    latitude: real(), // null for military mail
    longitude: real(),
    /** Boxes there arrive late, and the shopper must accept this sentence. */
    delaySentence: text(),
  },
  (t) => [check('zip_codes_five_digits', sql`${t.zip} glob '[0-9][0-9][0-9][0-9][0-9]'`)],
)

export const NOT_SERVED_REASONS = ['alaska', 'hawaii', 'territory', 'military', 'elsewhere'] as const

/** By the first three digits of a ZIP code. A row with five digits is an exception. */
export const postalZones = sqliteTable(
  'postal_zones',
  {
    prefix: text().primaryKey(),
    fcId: integer().references(() => fulfillmentCenters.id),
    transitDays: integer(),
    service: text({ enum: ['standard'] })
      .notNull()
      .default('standard'),
    notServed: text({ enum: NOT_SERVED_REASONS }),
  },
  (t) => [
    check(
      'postal_zones_prefix',
      sql`${t.prefix} glob '[0-9][0-9][0-9]' or ${t.prefix} glob '[0-9][0-9][0-9][0-9][0-9]'`,
    ),
    check('postal_zones_transit', sql`${t.transitDays} between 1 and 3`),
    check(
      'postal_zones_served_or_not',
      sql`(${t.notServed} is null) = (${t.fcId} is not null) and (${t.fcId} is null) = (${t.transitDays} is null)`,
    ),
  ],
)

/** No box may be on its way to the area on these days. */
export const deliveryBlocks = sqliteTable(
  'delivery_blocks',
  {
    id: integer().primaryKey(),
    zipPrefix: text().notNull(), // one to five leading digits
    startsOn: text().$type<Day>().notNull(),
    endsOn: text().$type<Day>(), // the last day; null: until further notice
    reason: text({ enum: ['blocked', 'weather'] }).notNull(),
    sentence: text().notNull(), // shown to shoppers on the closed day
  },
  (t) => [
    check('delivery_blocks_area', sql`length(${t.zipPrefix}) between 1 and 5`),
    check('delivery_blocks_dates', sql`${t.endsOn} is null or ${t.endsOn} >= ${t.startsOn}`),
  ],
)

/** No row means none sold. Boxes being paid for are day holds. */
export const shipDays = sqliteTable(
  'ship_days',
  {
    fcId: integer()
      .notNull()
      .references(() => fulfillmentCenters.id),
    shipOn: text().$type<Day>().notNull(),
    booked: integer().notNull().default(0),
    capacity: integer(), // overrides the center's daily capacity
    closedFor: text(), // why the center doesn't ship that day; shoppers see it
  },
  (t) => [
    primaryKey({ columns: [t.fcId, t.shipOn] }),
    check('ship_days_booked', sql`${t.booked} >= 0`),
    check('ship_days_capacity', sql`${t.capacity} >= 0`),
  ],
)

/** For an order being paid. Only unexpired rows count. */
export const dayHolds = sqliteTable(
  'day_holds',
  {
    orderId: integer().primaryKey(),
    fcId: integer()
      .notNull()
      .references(() => fulfillmentCenters.id),
    shipOn: text().$type<Day>().notNull(),
    expiresAt: integer().$type<Instant>().notNull(),
  },
  (t) => [index('day_holds_of_ship_day').on(t.fcId, t.shipOn, t.expiresAt)],
)

export type FulfillmentCenter = typeof fulfillmentCenters.$inferSelect
export type PostalZone = typeof postalZones.$inferSelect
export type ZipCode = typeof zipCodes.$inferSelect
export type NotServedReason = (typeof NOT_SERVED_REASONS)[number]
