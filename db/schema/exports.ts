import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Day } from '#src/day.ts'
import { users } from './accounts.ts'

export const STAFF_EXPORT_STATES = ['queued', 'running', 'complete', 'failed'] as const

/** A long export for accounting, which a job writes to a file. Ends with its file, a day after it was asked for. */
export const staffExports = sqliteTable(
  'staff_exports',
  {
    id: integer().primaryKey(),
    token: text().notNull(),
    /** Who asked, and the only one who may read it. */
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    fromDay: text().$type<Day>().notNull(),
    toDay: text().$type<Day>().notNull(),
    /** The slug of a center or farm; null for the whole shop. */
    center: text(),
    farm: text(),
    state: text({ enum: STAFF_EXPORT_STATES }).notNull().default('queued'),
    rowCount: integer().notNull(),
    rowsWritten: integer().notNull().default(0),
    failures: integer().notNull().default(0),
    fileBytes: integer(),
    createdAt: integer().notNull(),
    finishedAt: integer(),
  },
  (t) => [
    uniqueIndex('staff_exports_token').on(t.token),
    index('staff_exports_of_user').on(t.userId, t.createdAt),
    index('staff_exports_by_age').on(t.createdAt),
    index('staff_exports_under_way').on(t.userId).where(sql`state in ('queued', 'running')`),
  ],
)

export type StaffExport = typeof staffExports.$inferSelect
