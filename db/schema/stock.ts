import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { offers } from './catalog.ts'
import { fulfillmentCenters } from './delivery.ts'
import { lots } from './lots.ts'
import { orders } from './orders.ts'

export const stock = sqliteTable(
  'stock',
  {
    offerId: integer()
      .notNull()
      .references(() => offers.id),
    fcId: integer()
      .notNull()
      .references(() => fulfillmentCenters.id),
    onHand: integer().notNull(),
    shelf: text(), // where the center keeps it, such as 'B-14'
  },
  (t) => [primaryKey({ columns: [t.offerId, t.fcId] }), check('stock_never_negative', sql`${t.onHand} >= 0`)],
)

/** For an order being paid. Only unexpired rows count. */
export const holds = sqliteTable(
  'holds',
  {
    orderId: integer()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    offerId: integer()
      .notNull()
      .references(() => offers.id),
    fcId: integer()
      .notNull()
      .references(() => fulfillmentCenters.id),
    quantity: integer().notNull(),
    expiresAt: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.offerId] }),
    index('holds_on_offer').on(t.offerId, t.fcId, t.expiresAt, t.quantity),
    index('holds_by_expiry').on(t.expiresAt),
    check('holds_quantity', sql`${t.quantity} > 0`),
  ],
)

/** The last change to each offer's units on hand or on hold, numbered in order. Written only by triggers. */
export const stockChanges = sqliteTable(
  'stock_changes',
  { offerId: integer().primaryKey(), number: integer().notNull() },
  (t) => [uniqueIndex('stock_changes_in_order').on(t.number)],
)

/** Append-only: an offer's movements in a center add up to `onHand`. */
export const stockMovements = sqliteTable(
  'stock_movements',
  {
    id: integer().primaryKey(),
    offerId: integer()
      .notNull()
      .references(() => offers.id),
    fcId: integer()
      .notNull()
      .references(() => fulfillmentCenters.id),
    delta: integer().notNull(),
    reason: text({ enum: ['received', 'sold', 'returned', 'adjusted', 'expired', 'recalled'] }).notNull(),
    orderId: integer().references(() => orders.id),
    note: text(),
    at: integer().notNull(),
    /** Who adjusted it; null if the shop moved it, or the account is gone. */
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    /** What the scale showed (GND-7). */
    scaleGrams: integer(),
    /** The lot whose units came or went. A sale names none: units get their lot in a wave. */
    lotId: integer().references(() => lots.id),
  },
  (t) => [
    index('stock_movements_of_offer').on(t.offerId, t.fcId),
    index('stock_movements_of_order').on(t.orderId),
    index('stock_movements_of_user').on(t.userId).where(sql`user_id is not null`),
    index('stock_movements_of_lot').on(t.lotId).where(sql`lot_id is not null`),
  ],
)

/** Forms that adjusted stock: pressed twice, they count once. */
export const stockPresses = sqliteTable(
  'stock_presses',
  {
    press: text().primaryKey(),
    offerId: integer()
      .notNull()
      .references(() => offers.id),
    at: integer().notNull(),
  },
  (t) => [index('stock_presses_of_offer').on(t.offerId)],
)
