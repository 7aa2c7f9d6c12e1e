import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** A second job with the same key is not added. */
export const jobs = sqliteTable(
  'jobs',
  {
    id: integer().primaryKey(),
    kind: text().notNull(),
    key: text().notNull(),
    payload: text({ mode: 'json' }).$type<unknown>().notNull(),
    state: text({ enum: ['queued', 'running', 'done', 'failed'] })
      .notNull()
      .default('queued'),
    runAt: integer().notNull(), // by the shop clock
    attempts: integer().notNull().default(0),
    leaseUntil: integer(), // by the wall clock, because leases concern processes
    error: text(),
    createdAt: integer().notNull(),
    finishedAt: integer(),
  },
  (t) => [
    uniqueIndex('jobs_key').on(t.key),
    index('jobs_due').on(t.runAt, t.id).where(sql`state = 'queued'`),
    index('jobs_leased').on(t.leaseUntil).where(sql`state = 'running'`),
    index('jobs_done').on(t.finishedAt).where(sql`state = 'done'`),
  ],
)

export type JobRow = typeof jobs.$inferSelect
