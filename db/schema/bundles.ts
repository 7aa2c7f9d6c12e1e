import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { offers } from './catalog.ts'
import { orders } from './orders.ts'

/** A box at a fixed price that shoppers fill from groups of cuts (CAT-8). */
export const bundles = sqliteTable(
  'bundles',
  {
    id: integer().primaryKey(),
    handle: text().notNull(),
    name: text().notNull(),
    summary: text().notNull(),
    priceCents: integer().notNull(),
    position: integer().notNull(),
    hidden: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    uniqueIndex('bundles_handle').on(t.handle),
    check('bundles_price', sql`${t.priceCents} between 1 and 1000000`),
  ],
)

/** `slots` cuts are picked from its choices, the same one more than once if they like. */
export const bundleGroups = sqliteTable(
  'bundle_groups',
  {
    id: integer().primaryKey(),
    bundleId: integer()
      .notNull()
      .references(() => bundles.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    slots: integer().notNull(),
    position: integer().notNull(),
  },
  (t) => [
    uniqueIndex('bundle_groups_position').on(t.bundleId, t.position),
    check('bundle_groups_slots', sql`${t.slots} between 1 and 10`),
  ],
)

/** An offer is in one group of a bundle, so that its token alone says which. */
export const bundleChoices = sqliteTable(
  'bundle_choices',
  {
    bundleId: integer()
      .notNull()
      .references(() => bundles.id, { onDelete: 'cascade' }),
    offerId: integer()
      .notNull()
      .references(() => offers.id),
    groupId: integer()
      .notNull()
      .references(() => bundleGroups.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.bundleId, t.offerId] }), index('bundle_choices_of_group').on(t.groupId)],
)

/** A bundle in a cart or an order, with the name and price it was added at. `bundleId` is null if staff set its price. */
export const orderBundles = sqliteTable(
  'order_bundles',
  {
    id: integer().primaryKey(),
    token: text().notNull(),
    orderId: integer()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    bundleId: integer().references(() => bundles.id),
    name: text().notNull(),
    priceCents: integer().notNull(),
    addedAt: integer().notNull(),
  },
  (t) => [uniqueIndex('order_bundles_token').on(t.token), index('order_bundles_of_order').on(t.orderId)],
)

/**
 * Its units are counted in the order's lines too, one line per offer. `cents`: their share of the bundle's price. The
 * shares add up to it until something is short.
 */
export const orderBundleItems = sqliteTable(
  'order_bundle_items',
  {
    orderBundleId: integer()
      .notNull()
      .references(() => orderBundles.id, { onDelete: 'cascade' }),
    offerId: integer()
      .notNull()
      .references(() => offers.id),
    quantity: integer().notNull(),
    cents: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderBundleId, t.offerId] }),
    check('order_bundle_items_units', sql`${t.quantity} > 0 and ${t.cents} >= 0`),
  ],
)

export type Bundle = typeof bundles.$inferSelect
export type OrderBundle = typeof orderBundles.$inferSelect
