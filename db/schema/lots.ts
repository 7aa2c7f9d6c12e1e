import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Day } from '#src/day.ts'
import { users } from './accounts.ts'
import { offers } from './catalog.ts'
import { fulfillmentCenters } from './delivery.ts'
import { farms } from './farms.ts'
import { packingWaves } from './fulfillment.ts'
import { orders } from './orders.ts'

/** Who inspected the plant: federal inspectors, a state's under the interstate program (cis), or a state's. */
export const INSPECTIONS = ['federal', 'cis', 'state'] as const
export type Inspection = (typeof INSPECTIONS)[number]

/** Units of an offer in a center that came from one harvest or packing. */
export const lots = sqliteTable(
  'lots',
  {
    id: integer().primaryKey(),
    token: text().notNull(),
    offerId: integer()
      .notNull()
      .references(() => offers.id),
    fcId: integer()
      .notNull()
      .references(() => fulfillmentCenters.id),
    code: text().notNull(), // the farm's, in capitals
    harvestedOn: text().$type<Day>(),
    packedOn: text().$type<Day>(),
    frozenOn: text().$type<Day>(),
    bestBy: text().$type<Day>().notNull(),
    inspection: text({ enum: INSPECTIONS }).notNull().default('federal'),
    establishment: text(), // the number in the mark of inspection
    originState: text().notNull(),
    /** `expired`: even the fastest box would arrive too late. Its units and a recalled lot's are not for sale. */
    state: text({ enum: ['open', 'expired', 'recalled'] })
      .notNull()
      .default('open'),
    /** In the center, in no packed box. */
    unitsLeft: integer().notNull(),
    /** Of these, for boxes of waves. */
    planned: integer().notNull().default(0),
    /** Of these, taken out of `stock.on_hand` because the lot expired or was recalled. */
    withdrawn: integer().notNull().default(0),
    createdAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex('lots_token').on(t.token),
    uniqueIndex('lots_code').on(t.fcId, t.offerId, t.code),
    index('lots_by_code').on(t.fcId, t.code),
    index('lots_to_withdraw')
      .on(t.offerId, t.fcId)
      .where(sql`state <> 'open' and units_left > planned + withdrawn`),
    index('lots_left').on(t.offerId, t.fcId, t.bestBy).where(sql`units_left > 0`),
    check('lots_units', sql`${t.unitsLeft} >= 0 and ${t.planned} >= 0 and ${t.withdrawn} >= 0`),
    check('lots_shares', sql`${t.planned} + ${t.withdrawn} <= ${t.unitsLeft}`),
  ],
)

export type Lot = typeof lots.$inferSelect

/** Which lot a box gets, and which it got. Without a lot: packed from stock that is in none. */
export const boxLots = sqliteTable(
  'box_lots',
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
    lotId: integer().references(() => lots.id),
    /** As the wave was made; never changes, because its files are made of it. */
    planned: integer().notNull().default(0),
    /** Still to pack. */
    due: integer().notNull().default(0),
    packed: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('box_lots_once').on(t.orderId, t.waveId, t.offerId, t.lotId).where(sql`lot_id is not null`),
    uniqueIndex('box_lots_without_lot').on(t.orderId, t.waveId, t.offerId).where(sql`lot_id is null`),
    index('box_lots_of_order').on(t.orderId),
    index('box_lots_of_wave').on(t.waveId, t.orderId),
    index('box_lots_of_lot').on(t.lotId).where(sql`lot_id is not null`),
    index('box_lots_lost').on(t.waveId, t.orderId).where(sql`planned > due + packed`),
    check('box_lots_units', sql`${t.planned} >= 0 and ${t.due} >= 0 and ${t.packed} >= 0`),
  ],
)

/** Lines for which a new wave had too few units in lots. Rows never change. Later, a line lacks what `box_lots` lost. */
export const unplannedLines = sqliteTable(
  'unplanned_lines',
  {
    waveId: integer()
      .notNull()
      .references(() => packingWaves.id),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    offerId: integer()
      .notNull()
      .references(() => offers.id),
  },
  (t) => [
    primaryKey({ columns: [t.waveId, t.orderId, t.offerId] }),
    index('unplanned_lines_of_order').on(t.orderId),
  ],
)

/** What a farm brings to a center on a day. */
export const deliveries = sqliteTable(
  'deliveries',
  {
    id: integer().primaryKey(),
    fcId: integer()
      .notNull()
      .references(() => fulfillmentCenters.id),
    farmId: integer()
      .notNull()
      .references(() => farms.id),
    expectedOn: text().$type<Day>().notNull(),
    state: text({ enum: ['expected', 'partly', 'received'] })
      .notNull()
      .default('expected'),
    /** Who announced it; null if the account is gone. */
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: integer().notNull(),
  },
  (t) => [
    index('deliveries_by_day').on(t.fcId, t.state, t.expectedOn),
    index('deliveries_of_farm').on(t.farmId, t.expectedOn),
    index('deliveries_of_user').on(t.userId).where(sql`user_id is not null`),
  ],
)

export type Delivery = typeof deliveries.$inferSelect

/** An offer of a delivery. 0 expected: it came unannounced. */
export const deliveryLines = sqliteTable(
  'delivery_lines',
  {
    id: integer().primaryKey(),
    deliveryId: integer()
      .notNull()
      .references(() => deliveries.id),
    offerId: integer()
      .notNull()
      .references(() => offers.id),
    expected: integer().notNull(),
    /** Nothing more is expected of it. */
    closedAt: integer(),
  },
  (t) => [
    uniqueIndex('delivery_lines_once').on(t.deliveryId, t.offerId),
    check('delivery_lines_expected', sql`${t.expected} >= 0`),
  ],
)

/** Forms that announced something: pressed twice, it is expected once. */
export const deliveryPresses = sqliteTable(
  'delivery_presses',
  {
    press: text().primaryKey(),
    deliveryId: integer()
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    at: integer().notNull(),
  },
  (t) => [index('delivery_presses_of_delivery').on(t.deliveryId)],
)

/** What was counted at the dock, at once. Rows never change. */
export const receipts = sqliteTable(
  'receipts',
  {
    id: integer().primaryKey(),
    deliveryId: integer()
      .notNull()
      .references(() => deliveries.id),
    /** Of what was sent: the same count sent again is this receipt. */
    fingerprint: text().notNull(),
    temperatureF: integer(),
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    at: integer().notNull(),
  },
  (t) => [
    uniqueIndex('receipts_once').on(t.deliveryId, t.fingerprint),
    index('receipts_of_user').on(t.userId).where(sql`user_id is not null`),
  ],
)

export const receiptLines = sqliteTable(
  'receipt_lines',
  {
    id: integer().primaryKey(),
    receiptId: integer()
      .notNull()
      .references(() => receipts.id),
    offerId: integer()
      .notNull()
      .references(() => offers.id),
    /** Null for a line of which nothing came. */
    lotId: integer().references(() => lots.id),
    quantity: integer().notNull(),
    reason: text(), // why the count differs from what was announced
  },
  (t) => [
    index('receipt_lines_of').on(t.receiptId),
    check('receipt_lines_quantity', sql`${t.quantity} >= 0`),
  ],
)
