import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Day } from '#src/day.ts'

/** Daily totals by kind and name (src/analytics/sums.ts, src/reports/order-parts.ts). Reports don't read orders. */
export const reportSums = sqliteTable(
  'report_sums',
  {
    kind: text().notNull(),
    day: text().$type<Day>().notNull(),
    name: text().notNull(),
    count: integer().notNull(),
    units: integer().notNull(),
    cents: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.day, t.name] })],
)

/** `[kind, day, name, count, units, cents]` */
export type SumPart = [kind: string, day: Day, name: string, count: number, units: number, cents: number]

/** What each placed order added to the sums, so that it can be subtracted when the order changes. */
export const reportOrders = sqliteTable('report_orders', {
  orderId: integer().primaryKey(),
  cents: integer().notNull(),
  parts: text({ mode: 'json' }).$type<SumPart[]>().notNull(),
})

/** Placed orders that changed since. Written only by triggers. */
export const reportChanges = sqliteTable('report_changes', { orderId: integer().primaryKey() })

/** What each membership and its boxes added to the sums. */
export const reportMembers = sqliteTable('report_members', {
  membershipId: integer().primaryKey(),
  parts: text({ mode: 'json' }).$type<SumPart[]>().notNull(),
})

/** Memberships that changed since. Written only by triggers. */
export const reportMemberChanges = sqliteTable('report_member_changes', {
  membershipId: integer().primaryKey(),
})

/** The months after their first one in which a customer ordered. A customer is their first order: no name, no address. */
export const reportCustomers = sqliteTable(
  'report_customers',
  { firstOrderId: integer().notNull(), month: integer().notNull() },
  (t) => [primaryKey({ columns: [t.firstOrderId, t.month] })],
)

/** How far the append-only ledger of money has been added up. */
export const reportCursors = sqliteTable('report_cursors', {
  name: text().primaryKey(),
  through: integer().notNull(),
})
