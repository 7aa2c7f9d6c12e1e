import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { orders } from './orders.ts'

/** Staff's notes to each other about an order. `press` is the form's key, so that sending it twice adds one note. */
export const orderNotes = sqliteTable(
  'order_notes',
  {
    id: integer().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    text: text().notNull(),
    press: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [
    uniqueIndex('order_notes_press').on(t.orderId, t.press),
    index('order_notes_of_user').on(t.userId).where(sql`user_id is not null`),
  ],
)

export const STAFF_REFUND_STATES = ['waiting', 'made', 'refused'] as const

/** A refund that staff asked for. A large one waits until a second person decides. */
export const staffRefunds = sqliteTable(
  'staff_refunds',
  {
    id: integer().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    amountCents: integer().notNull(),
    reason: text().notNull(),
    state: text({ enum: STAFF_REFUND_STATES }).notNull(),
    /** The form's key, so that sending it twice refunds once. */
    press: text().notNull(),
    askedById: integer().references(() => users.id, { onDelete: 'set null' }),
    askedAt: integer().notNull(),
    decidedById: integer().references(() => users.id, { onDelete: 'set null' }),
    decidedAt: integer(),
    cardCents: integer().notNull().default(0),
    giftCents: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('staff_refunds_press').on(t.orderId, t.press),
    index('staff_refunds_waiting').on(t.askedAt).where(sql`state = 'waiting'`),
    index('staff_refunds_asked_by').on(t.askedById).where(sql`asked_by_id is not null`),
    index('staff_refunds_decided_by').on(t.decidedById).where(sql`decided_by_id is not null`),
    check('staff_refunds_amount', sql`${t.amountCents} > 0`),
  ],
)

/** An email sent about an order. A trigger writes it when the job is done, because jobs are kept for only 90 days. */
export const orderMails = sqliteTable(
  'order_mails',
  {
    id: integer().primaryKey(),
    orderId: integer()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    kind: text().notNull(), // the job's
    at: integer().notNull(),
  },
  (t) => [index('order_mails_of_order').on(t.orderId, t.at)],
)

export const CONSENT_WAYS = ['phone', 'email', 'in_person'] as const

/** A box that staff filled for a customer, until it is paid (STF-3). */
export const draftOrders = sqliteTable(
  'draft_orders',
  {
    orderId: integer()
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    press: text().notNull(),
    createdById: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: integer().notNull(),
    /** What the items cost together instead of `listCents`, and why. */
    priceCents: integer(),
    listCents: integer().notNull(),
    reason: text(),
    /** Part of the link's key, so that a new link ends the one before. */
    linkNumber: integer().notNull().default(1),
    linkEndsAt: integer().notNull(),
    mailedAt: integer(),
    /** How the customer agreed to be charged, whom they told it, and when. */
    consentWay: text({ enum: CONSENT_WAYS }),
    consentById: integer().references(() => users.id, { onDelete: 'set null' }),
    consentAt: integer(),
    endedAt: integer(),
  },
  (t) => [
    uniqueIndex('draft_orders_press').on(t.press),
    index('draft_orders_open').on(t.linkEndsAt).where(sql`ended_at is null`),
    index('draft_orders_created_by').on(t.createdById).where(sql`created_by_id is not null`),
    index('draft_orders_consent_by').on(t.consentById).where(sql`consent_by_id is not null`),
    check('draft_orders_price', sql`${t.priceCents} is null or ${t.priceCents} between 1 and 10000000`),
    check('draft_orders_reason', sql`${t.priceCents} is null or ${t.reason} is not null`),
  ],
)

export type OrderNote = typeof orderNotes.$inferSelect
export type StaffRefund = typeof staffRefunds.$inferSelect
export type DraftOrder = typeof draftOrders.$inferSelect
export type ConsentWay = (typeof CONSENT_WAYS)[number]
