import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { fulfillmentCenters } from './delivery.ts'
import { lots } from './lots.ts'
import { orders } from './orders.ts'

/** How dangerous it is (FSIS Directive 8080.1): I, a reasonable chance of serious harm; II, a remote one; III, none. */
export const RECALL_CLASSES = ['I', 'II', 'III'] as const
export type RecallClass = (typeof RECALL_CLASSES)[number]

export const recalls = sqliteTable(
  'recalls',
  {
    id: integer().primaryKey(),
    fcId: integer()
      .notNull()
      .references(() => fulfillmentCenters.id),
    reason: text().notNull(),
    /** Both come from FSIS, often after the lots are stopped. */
    recallClass: text({ enum: RECALL_CLASSES }),
    caseNumber: text(),
    /** The email's draft, and once it was sent, what it said. */
    subject: text().notNull(),
    message: text().notNull(),
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: integer().notNull(),
    sentAt: integer(),
  },
  (t) => [
    index('recalls_of_center').on(t.fcId, t.id),
    index('recalls_of_user').on(t.userId).where(sql`user_id is not null`),
  ],
)

export type Recall = typeof recalls.$inferSelect

export const recallLots = sqliteTable(
  'recall_lots',
  {
    recallId: integer()
      .notNull()
      .references(() => recalls.id),
    lotId: integer()
      .notNull()
      .references(() => lots.id),
  },
  (t) => [primaryKey({ columns: [t.recallId, t.lotId] }), index('recall_lots_of_lot').on(t.lotId)],
)

/** A box with units of a recalled lot, as it was then: packed or planned ones are held. */
export const recallOrders = sqliteTable(
  'recall_orders',
  {
    recallId: integer()
      .notNull()
      .references(() => recalls.id),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    box: text({ enum: ['planned', 'packed', 'shipped'] }).notNull(),
    /** '2 × Ribeye, 14 oz (lot L-101)' */
    units: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.recallId, t.orderId] }), index('recall_orders_of_order').on(t.orderId)],
)

/** Whom a recall must reach, kept even if the order's person is erased (9 CFR 320.3), and when they were told. */
export const recallPeople = sqliteTable(
  'recall_people',
  {
    id: integer().primaryKey(),
    recallId: integer()
      .notNull()
      .references(() => recalls.id),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    role: text({ enum: ['buyer', 'recipient'] }).notNull(),
    name: text(),
    email: text(),
    phone: text(),
    createdAt: integer().notNull(),
    /** When they were told. */
    sentAt: integer(),
    toldBy: text({ enum: ['email', 'phone'] }), // null while they aren't, and in recalls before calls were kept
  },
  (t) => [
    uniqueIndex('recall_people_once').on(t.recallId, t.orderId, t.role),
    index('recall_people_of_order').on(t.orderId),
    index('recall_people_by_age').on(t.createdAt),
  ],
)

/** Only for recalls: who got meat, for orders whose person was erased. Ends two years after the year of the sale. */
export const recallContacts = sqliteTable(
  'recall_contacts',
  {
    orderId: integer()
      .primaryKey()
      .references(() => orders.id),
    name: text(),
    email: text(),
    phone: text(),
    recipientName: text(),
    recipientEmail: text(),
    placedAt: integer().notNull(),
  },
  (t) => [index('recall_contacts_by_age').on(t.placedAt)],
)
