import { sql } from 'drizzle-orm'
import {
  blob,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import type { Day } from '#src/day.ts'
import { users } from './accounts.ts'
import { fulfillmentCenters } from './delivery.ts'
import { packingWaves } from './fulfillment.ts'
import { orders } from './orders.ts'

/** A clerk's own choice of box and ice, instead of the planned one. The newest counts. */
export const packagingChanges = sqliteTable(
  'packaging_changes',
  {
    id: integer().primaryKey(),
    waveId: integer()
      .notNull()
      .references(() => packingWaves.id),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    boxSize: text({ enum: ['S', 'M', 'L', 'XL'] }).notNull(),
    dryIceGrams: integer().notNull(),
    reason: text().notNull(),
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: integer().notNull(),
  },
  (t) => [
    index('packaging_changes_of_box').on(t.waveId, t.orderId),
    check('packaging_changes_ice', sql`${t.dryIceGrams} between 0 and 50000`),
  ],
)

/** `buying`: the carrier may have sold it. The row is committed before the carrier is called. */
export const LABEL_STATES = ['buying', 'bought', 'failed', 'void'] as const

/** `wanted` and `submitted` wait for the carrier; money is booked as returned with `refunded` only. */
export const LABEL_REFUND_STATES = ['wanted', 'submitted', 'refunded', 'rejected'] as const

/** Labels bought, or to be bought, for the boxes of waves. */
export const shippingLabels = sqliteTable(
  'shipping_labels',
  {
    id: integer().primaryKey(),
    token: text().notNull(), // the carrier's `reference`
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    waveId: integer()
      .notNull()
      .references(() => packingWaves.id),
    state: text({ enum: LABEL_STATES }).notNull().default('buying'),
    /** The carrier's shipment, stored before it is bought: it can be bought once only. */
    shipmentId: text(),
    /** When buying was last asked for. */
    askedAt: integer(),
    carrier: text(),
    service: text(),
    trackingCode: text(),
    trackerId: text(),
    costCents: integer(),
    /** Why there is none, in the carrier's words. */
    problem: text(),
    refund: text({ enum: LABEL_REFUND_STATES }),
    manifestId: integer().references(() => shippingManifests.id),
    /** The carrier's newest status and its detail, by the time of the scan. */
    tracking: text(),
    trackingDetail: text(),
    trackedAt: integer(),
    expectedAt: integer(), // the carrier's own estimate of the delivery
    expectedAsOf: integer(), // when the carrier made it; an older one that comes late doesn't count
    polledAt: integer(), // when we last asked, because nothing came
    createdAt: integer().notNull(),
    boughtAt: integer(),
    voidedAt: integer(),
  },
  (t) => [
    uniqueIndex('shipping_labels_token').on(t.token),
    uniqueIndex('shipping_labels_shipment').on(t.shipmentId).where(sql`shipment_id is not null`),
    uniqueIndex('shipping_labels_one_active').on(t.orderId).where(sql`state in ('buying', 'bought')`),
    uniqueIndex('shipping_labels_tracker').on(t.trackerId).where(sql`tracker_id is not null`),
    index('shipping_labels_of_order').on(t.orderId, t.state),
    index('shipping_labels_of_wave').on(t.waveId, t.orderId),
    index('shipping_labels_by_code').on(t.trackingCode).where(sql`tracking_code is not null`),
  ],
)

/** As the carrier made them; its own copies expire. They name the customer. */
export const labelFiles = sqliteTable(
  'label_files',
  {
    labelId: integer()
      .notNull()
      .references(() => shippingLabels.id, { onDelete: 'cascade' }),
    format: text({ enum: ['PDF', 'ZPL'] }).notNull(),
    bytes: blob({ mode: 'buffer' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.labelId, t.format] })],
)

/** Where a parcel was seen. The carrier repeats the whole list with each event. */
export const trackerEvents = sqliteTable(
  'tracker_events',
  {
    id: integer().primaryKey(),
    labelId: integer()
      .notNull()
      .references(() => shippingLabels.id),
    /** When it happened, which may be heard of hours later; 0 for a status that came without a time. */
    at: integer().notNull(),
    heardAt: integer().notNull(),
    status: text().notNull(),
    detail: text().notNull().default(''),
    message: text().notNull().default(''),
    place: text().notNull().default(''),
  },
  (t) => [uniqueIndex('tracker_events_once').on(t.labelId, t.at, t.status, t.detail)],
)

export const NOTICE_WORDS = [
  'shipped',
  'delayed',
  'out_for_delivery',
  'ready_for_pickup',
  'delivered',
  'failed',
  'returned',
] as const

/** What we told the buyer of a box on its way: each word once, a delay once per promised day. */
export const shipmentNotices = sqliteTable(
  'shipment_notices',
  {
    id: integer().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    word: text({ enum: NOTICE_WORDS }).notNull(),
    /** The day that a delayed box was promised for. */
    promisedOn: text().$type<Day>(),
    /** The day that we named instead; null if the carrier named none. */
    expectedOn: text().$type<Day>(),
    at: integer().notNull(),
  },
  (t) => [
    index('shipment_notices_of_order').on(t.orderId, t.at),
    uniqueIndex('shipment_notices_once').on(t.orderId, t.word).where(sql`word <> 'delayed'`),
    // A delay is announced once without a day, and again when the carrier names one.
    uniqueIndex('shipment_notices_delay')
      .on(t.orderId, t.promisedOn, sql`(expected_on is null)`)
      .where(sql`word = 'delayed'`),
  ],
)

/** What the carrier's driver signs for: the parcels of one center and ship day. */
export const shippingManifests = sqliteTable(
  'shipping_manifests',
  {
    id: integer().primaryKey(),
    fcId: integer()
      .notNull()
      .references(() => fulfillmentCenters.id),
    shipOn: text().$type<Day>().notNull(),
    carrier: text().notNull(),
    state: text({ enum: ['asked', 'creating', 'created', 'failed'] })
      .notNull()
      .default('asked'),
    /** The carrier's own id. */
    reference: text(),
    problem: text(),
    bytes: blob({ mode: 'buffer' }),
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: integer().notNull(),
    finishedAt: integer(),
  },
  (t) => [index('shipping_manifests_of_day').on(t.fcId, t.shipOn)],
)

export type ShippingLabel = typeof shippingLabels.$inferSelect
export type ShippingManifest = typeof shippingManifests.$inferSelect
export type ShipmentNotice = typeof shipmentNotices.$inferSelect
export type NoticeWord = (typeof NOTICE_WORDS)[number]
export type TrackerEvent = typeof trackerEvents.$inferSelect
