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
    giveUpAt: integer().notNull().default(0), // by the shop clock; a failure after that is the last
    /** Counted when the job is claimed. With the id it is the claim's fencing number: an older claim can't write. */
    attempts: integer().notNull().default(0),
    /** Counts the claim's renewals. Other processes watch it, so that a lease needs no clock. */
    beats: integer().notNull().default(0),
    crashes: integer().notNull().default(0), // how many processes died with it
    error: text(),
    createdAt: integer().notNull(),
    finishedAt: integer(),
  },
  (t) => [
    uniqueIndex('jobs_key').on(t.key),
    index('jobs_due').on(t.kind, t.runAt, t.id).where(sql`state = 'queued'`),
    index('jobs_running').on(t.id).where(sql`state = 'running'`),
    index('jobs_done').on(t.finishedAt).where(sql`state = 'done'`),
    index('jobs_failed').on(t.finishedAt).where(sql`state = 'failed'`),
  ],
)

export type JobRow = typeof jobs.$inferSelect

/** When each task of the schedule last ran, by the wall clock, so that a start catches up. */
export const scheduledTasks = sqliteTable('scheduled_tasks', {
  name: text().primaryKey(),
  startedAt: integer().notNull(),
  finishedAt: integer(), // null while it runs, and after a crash
  error: text(),
})
