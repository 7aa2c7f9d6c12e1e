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
export const DRAFT_STATES = ['open', 'sent', 'paid', 'dropped'] as const

/** A box that staff fill for a customer, until it is paid (STF-3). Triggers set `paid`, and `dropped` if it expires. */
export const draftOrders = sqliteTable(
  'draft_orders',
  {
    orderId: integer()
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** The form's key, so that sending it twice begins one draft. */
    press: text().notNull(),
    state: text({ enum: DRAFT_STATES }).notNull().default('open'),
    createdById: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: integer().notNull(),
    /** What was last changed inside, so that the link's page can say so. */
    filledAt: integer(),
    /** What the items cost with our own prices instead of `listCents`, and why. Null while none has one. */
    priceCents: integer(),
    listCents: integer().notNull().default(0),
    reason: text(),
    /** Who set the prices: someone else approves what gives away too much. */
    pricedById: integer().references(() => users.id, { onDelete: 'set null' }),
    needsApproval: integer({ mode: 'boolean' }).notNull().default(false),
    approvedById: integer().references(() => users.id, { onDelete: 'set null' }),
    /** Part of the link's key, so that a new link ends the one before. */
    linkNumber: integer().notNull().default(1),
    /** Null while no link opens it. */
    linkEndsAt: integer(),
    mailedAt: integer(),
    /** How the customer agreed to be charged, to what, in which words, whom they told it, and when. */
    consentWay: text({ enum: CONSENT_WAYS }),
    consentWords: text(),
    consentCents: integer(),
    consentById: integer().references(() => users.id, { onDelete: 'set null' }),
    consentAt: integer(),
    endedAt: integer(),
  },
  (t) => [
    uniqueIndex('draft_orders_press').on(t.press),
    index('draft_orders_by_state').on(t.state, t.createdAt),
    index('draft_orders_by_age').on(t.createdAt),
    index('draft_orders_waiting').on(t.createdAt).where(sql`needs_approval`),
    index('draft_orders_created_by').on(t.createdById).where(sql`created_by_id is not null`),
    index('draft_orders_priced_by').on(t.pricedById).where(sql`priced_by_id is not null`),
    index('draft_orders_approved_by').on(t.approvedById).where(sql`approved_by_id is not null`),
    index('draft_orders_consent_by').on(t.consentById).where(sql`consent_by_id is not null`),
    check('draft_orders_price', sql`${t.priceCents} is null or ${t.priceCents} between 0 and 10000000`),
    check('draft_orders_reason', sql`${t.priceCents} is null or ${t.reason} is not null`),
    check(
      'draft_orders_consent',
      sql`${t.consentAt} is null or (${t.consentWay} is not null and ${t.consentCents} is not null)`,
    ),
  ],
)

export type OrderNote = typeof orderNotes.$inferSelect
export type StaffRefund = typeof staffRefunds.$inferSelect
export type DraftOrder = typeof draftOrders.$inferSelect
export type DraftState = (typeof DRAFT_STATES)[number]
export type ConsentWay = (typeof CONSENT_WAYS)[number]
