import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { orders } from './orders.ts'

/** What a staff member must look at: open until someone resolves it, or the shop does. */
export const staffFlags = sqliteTable(
  'staff_flags',
  {
    id: integer().primaryKey(),
    key: text().notNull(), // one flag per matter
    kind: text('reason').notNull(),
    orderId: integer().references(() => orders.id),
    /** A row of the table that the kind is about, such as the job that failed. */
    subjectId: integer(),
    detail: text().notNull(),
    createdAt: integer().notNull(),
    dueAt: integer(),
    ownerId: integer().references(() => users.id, { onDelete: 'set null' }),
    /** What staff did last, and what they said about it. A dispute's flag stays open after `release_box`. */
    action: text(),
    resolution: text(),
    resolvedAt: integer(),
    /** Null with a `resolvedAt`: the shop itself resolved it. */
    resolvedById: integer().references(() => users.id, { onDelete: 'set null' }),
  },
  (t) => [
    uniqueIndex('staff_flags_key').on(t.key),
    index('staff_flags_of_order').on(t.orderId),
    index('staff_flags_open').on(t.createdAt).where(sql`resolved_at is null`),
    index('staff_flags_resolved').on(t.resolvedAt).where(sql`resolved_at is not null`),
    index('staff_flags_owned').on(t.ownerId).where(sql`owner_id is not null`),
    index('staff_flags_resolved_by').on(t.resolvedById).where(sql`resolved_by_id is not null`),
  ],
)

export type StaffFlag = typeof staffFlags.$inferSelect
