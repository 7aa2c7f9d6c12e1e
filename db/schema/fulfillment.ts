import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Day } from '#src/day.ts'
import { users } from './accounts.ts'
import { fulfillmentCenters } from './delivery.ts'
import { orders } from './orders.ts'

export const packingWaves = sqliteTable('packing_waves', {
  id: integer().primaryKey(),
  fcId: integer()
    .notNull()
    .references(() => fulfillmentCenters.id),
  state: text({ enum: ['active', 'void'] })
    .notNull()
    .default('active'),
  createdAt: integer().notNull(),
})

/** A box as it went into its wave: its slip and files are made of this alone. */
export type WaveBox = {
  order_token: string
  identifier: string
  ship_on: Day
  arrival_date: Day
  delivery_name: string
  delivery_street_address_1: string
  delivery_street_address_2: string
  delivery_city: string
  delivery_state: string
  delivery_postal_code: string
  delivery_phone_number: string
  address_status: string
  expedited: boolean
  gift_order: boolean
  gift_recipient_name: string
  gift_message: string
  items_cents: number
  promotions_cents: number
  rewards_cents: number
  shipping_cents: number
  tax_cents: number
  gift_cents: number
  total_cents: number
  lines: WaveLine[]
}

/** In pick order. */
export type WaveLine = {
  bid_item_token: string
  name: string
  label: string
  farm: string
  quantity: number
  unit_grams: number
  line_cents: number // 0 for what was free
  /** Where the center kept it then; absent in waves made before shelves had names. */
  shelf?: string | null
  /** Kept in `box_lots`, and absent from boxes as they are stored. */
  lots?: LineLot[]
  /** Sold by weight and not weighed yet, so `line_cents` is the most it can cost. Only on slips. */
  at_most?: boolean
}

/** First expired first. */
export type LineLot = {
  lot: string
  harvest_date: Day | null
  pack_date: Day | null
  best_by: Day
  quantity: number
}

/** The boxes of a wave as they were when it was made. Rows are only added and ended. */
export const packingWaveOrders = sqliteTable(
  'packing_wave_orders',
  {
    waveId: integer()
      .notNull()
      .references(() => packingWaves.id),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    position: integer().notNull().default(0), // the order of packing, from 1
    box: text({ mode: 'json' }).$type<WaveBox>(), // null in waves made before boxes were kept
    /** The order's version that the slip is for; null in waves made before slips had one. */
    orderVersion: integer(),
    packedAt: integer(),
    packedBy: integer().references(() => users.id, { onDelete: 'set null' }),
    boxSize: text({ enum: ['S', 'M', 'L', 'XL'] }), // null in waves made before it was planned
    dryIceGrams: integer(),
    endedAt: integer(), // set when the box is taken out, or the wave is void
  },
  (t) => [
    uniqueIndex('packing_wave_orders_once').on(t.orderId).where(sql`ended_at is null`),
    index('packing_wave_orders_of').on(t.waveId, t.position),
    index('packing_wave_orders_of_order').on(t.orderId),
    index('packing_wave_orders_packed_by').on(t.packedBy).where(sql`packed_by is not null`),
  ],
)

/** A box that left the center. Carrier, service and tracking code are its label's, if it has one. */
export const shipments = sqliteTable(
  'shipments',
  {
    id: integer().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    waveId: integer()
      .notNull()
      .references(() => packingWaves.id),
    fcId: integer()
      .notNull()
      .references(() => fulfillmentCenters.id),
    carrier: text(),
    service: text(),
    trackingCode: text(),
    shippedAt: integer().notNull(),
    shippedBy: integer().references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    uniqueIndex('shipments_once').on(t.waveId, t.orderId),
    index('shipments_of_order').on(t.orderId),
    index('shipments_shipped_by').on(t.shippedBy).where(sql`shipped_by is not null`),
  ],
)

export const EXPORT_STATES = ['queued', 'running', 'complete', 'failed', 'canceled'] as const

/** A job that a clerk waits for: the export that makes a wave, or the purchase of its labels. `token` is its public id. */
export const waveJobs = sqliteTable(
  'wave_jobs',
  {
    id: integer().primaryKey(),
    token: text().notNull(),
    kind: text({ enum: ['export', 'labels'] })
      .notNull()
      .default('export'),
    fcId: integer()
      .notNull()
      .references(() => fulfillmentCenters.id),
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    waveId: integer().references(() => packingWaves.id), // once it is made
    state: text({ enum: EXPORT_STATES }).notNull().default('queued'),
    boxCount: integer().notNull(),
    boxesWritten: integer().notNull().default(0),
    failures: integer().notNull().default(0),
    errorMessage: text(),
    warnings: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    /** Names the file and opens its download; null until it is whole. */
    fileToken: text(),
    fileBytes: integer(),
    createdAt: integer().notNull(),
    finishedAt: integer(),
  },
  (t) => [
    uniqueIndex('wave_jobs_token').on(t.token),
    uniqueIndex('wave_jobs_file').on(t.fileToken).where(sql`file_token is not null`),
    index('wave_jobs_of_wave').on(t.waveId),
    index('wave_jobs_finished').on(t.finishedAt).where(sql`file_token is not null`),
  ],
)

/** What was selected when the job was asked for, whatever the list shows later. */
export const waveJobOrders = sqliteTable(
  'wave_job_orders',
  {
    jobId: integer()
      .notNull()
      .references(() => waveJobs.id, { onDelete: 'cascade' }),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** Its lines as JSON, read ahead of the wave; good while the order has this version. */
    lines: text(),
    orderVersion: integer(),
    boxSize: text({ enum: ['S', 'M', 'L', 'XL'] }),
    dryIceGrams: integer(),
  },
  (t) => [primaryKey({ columns: [t.jobId, t.orderId] })],
)

export type WaveJob = typeof waveJobs.$inferSelect
