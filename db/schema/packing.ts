import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { offers } from './catalog.ts'
import { packingWaves } from './fulfillment.ts'
import { orders } from './orders.ts'

/** Packs in a box of a wave, as they were scanned. Weights are of offers sold by weight. */
export const packedPackages = sqliteTable(
  'packed_packages',
  {
    id: integer().primaryKey(),
    waveId: integer()
      .notNull()
      .references(() => packingWaves.id),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    offerId: integer()
      .notNull()
      .references(() => offers.id),
    /** The serial on its label; or a number of ours, if its label has none. */
    packageId: text().notNull(),
    isSerial: integer({ mode: 'boolean' }).notNull(),
    lot: text(), // as its label says
    grossGrams: integer(),
    tareGrams: integer(),
    netGrams: integer(), // null until it is weighed
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    packedAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex('packed_packages_once').on(t.waveId, t.orderId, t.offerId, t.packageId),
    index('packed_packages_by_serial').on(t.offerId, t.packageId).where(sql`is_serial = 1`),
    index('packed_packages_of_order').on(t.orderId),
    index('packed_packages_of_lot').on(sql`upper(${t.lot})`, t.offerId).where(sql`lot is not null`), // for recalls
    index('packed_packages_of_user').on(t.userId).where(sql`user_id is not null`),
    check('packed_packages_net', sql`${t.netGrams} is null or ${t.netGrams} > 0`),
  ],
)

/**
 * Scans that packed something, by the id that the device gave them, and packs that were taken out, by the mark of their
 * press: one that is sent again changes nothing.
 */
export const packingScans = sqliteTable(
  'packing_scans',
  {
    scanId: text().primaryKey(),
    waveId: integer()
      .notNull()
      .references(() => packingWaves.id),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    packageId: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [
    index('packing_scans_of_wave').on(t.waveId, t.orderId),
    index('packing_scans_of_order').on(t.orderId),
  ],
)

/** What was not on the shelf when a box was packed, and what that returned. */
export const boxShorts = sqliteTable(
  'box_shorts',
  {
    id: integer().primaryKey(),
    waveId: integer()
      .notNull()
      .references(() => packingWaves.id),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    offerId: integer()
      .notNull()
      .references(() => offers.id),
    quantity: integer().notNull(),
    reason: text().notNull(),
    /** The price of the packs, before their share of discounts and tax. */
    itemsCents: integer().notNull(),
    cardCents: integer().notNull(),
    giftCents: integer().notNull(),
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    at: integer().notNull(),
    /** Of the form, with what it said: pressed twice, it is one. Null without a form. */
    press: text(),
  },
  (t) => [
    uniqueIndex('box_shorts_press').on(t.press).where(sql`press is not null`),
    index('box_shorts_of_box').on(t.waveId, t.orderId),
    index('box_shorts_of_order').on(t.orderId),
    index('box_shorts_of_user').on(t.userId).where(sql`user_id is not null`),
    check('box_shorts_quantity', sql`${t.quantity} > 0`),
  ],
)

export type PackedPackage = typeof packedPackages.$inferSelect
export type BoxShort = typeof boxShorts.$inferSelect
