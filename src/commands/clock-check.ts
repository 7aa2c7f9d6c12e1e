import { desc, max } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { jobs, orders, scheduledTasks } from '#db/schema/index.ts'
import type { Config } from '../config/config.ts'
import { type Instant, MINUTE_MS } from '../day.ts'
import { fail } from './command.ts'

/** Time servers correct a clock by less than this. */
const TOLERANCE_MS = MINUTE_MS

/** With a clock that is behind, cut-offs would reopen and expired links work again. */
export function assertClockNotBehind(db: Db, { demo }: Pick<Config, 'demo'>, wallNow: Instant) {
  const newest = demo ? lastTask(db) : Math.max(lastTask(db), lastSale(db))
  if (newest <= wallNow + TOLERANCE_MS) return
  fail(
    `This machine's clock says ${inWords(wallNow)}, but the newest row of the database is from ${inWords(newest)}. Set the clock; if it is right, start once with --accept-clock.`,
  )
}

const lastTask = (db: Db): Instant =>
  db
    .select({ at: max(scheduledTasks.startedAt) })
    .from(scheduledTasks)
    .get()?.at ?? 0

/** A live shop's rows have the machine's time. A demo's have the shop's time, which `NOW` may set back. */
function lastSale(db: Db): Instant {
  const newest = [orders, jobs].map((table) =>
    db.select({ at: table.createdAt }).from(table).orderBy(desc(table.id)).limit(1).get(),
  )
  return Math.max(...newest.map((row) => row?.at ?? 0))
}

const inWords = (at: Instant) => new Date(at).toISOString()
