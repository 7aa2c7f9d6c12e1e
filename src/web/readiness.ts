import { sql } from 'drizzle-orm'
import type { Gauge } from 'prom-client'
import type { Db } from '#db/client.ts'
import { diskSpace } from '#db/disk-space.ts'
import { schemaState } from '#db/migrate.ts'
import {
  holds,
  jobs,
  moneyMovements,
  offers,
  orderLines,
  orders,
  payments,
  sessions,
  stock,
} from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { oncePerProcess, type Services } from '../services.ts'

export type Unready = 'starting' | 'stopping' | 'database' | 'schema' | 'jobs' | 'payments' | 'disk'

const CACHED_MS = 1_000
const HEARTBEAT_SECONDS = 60
/** Beyond this, what should take seconds has hung for long. */
const MAX_JOB_WAIT_SECONDS = 3600
const MAX_SILENCE_SECONDS = 6 * 3600

/** Without these tables nothing can be sold. */
const BUSY_TABLES = [orders, orderLines, offers, stock, holds, payments, moneyMovements, jobs, sessions]

type Seen = { at: Instant; problem: Unready | null }

const lastSeen = oncePerProcess((): { seen: Seen | null } => ({ seen: null }))

/** Why the shop can't serve, or null. Looks at most once a second, however often it is asked. */
export async function findUnreadiness(services: Services): Promise<Unready | null> {
  if (services.lifecycle.stopping) return 'stopping'
  if (services.lifecycle.starting) return 'starting'
  const memory = lastSeen(services)
  const now = services.wallClock.now()
  if (!memory.seen || now - memory.seen.at >= CACHED_MS)
    memory.seen = { at: now, problem: await findProblem(services) }
  return memory.seen.problem
}

async function findProblem({ db, metrics, wallClock, config }: Services): Promise<Unready | null> {
  if (!canReadTables(db)) return 'database'
  if (schemaState(db) !== 'current') return 'schema'
  const sincePoll = wallClock.now() / 1000 - (await readingOf(metrics.jobHeartbeat))
  if (sincePoll > HEARTBEAT_SECONDS || (await readingOf(metrics.oldestDueJob)) > MAX_JOB_WAIT_SECONDS)
    return 'jobs'
  if ((await readingOf(metrics.oldestOpenPayment)) > MAX_SILENCE_SECONDS) return 'payments'
  return hasRoom(config.databasePath) ? null : 'disk'
}

/** Reads a page at either end of each table, which takes microseconds at any size. */
function canReadTables(db: Db): boolean {
  try {
    for (const table of BUSY_TABLES)
      for (const end of [sql`min`, sql`max`])
        db.get(sql`select * from ${table} where rowid = (select ${end}(rowid) from ${table})`)
    return true
  } catch {
    return false
  }
}

const readingOf = async (gauge: Gauge): Promise<number> => (await gauge.get()).values[0]?.value ?? 0

const hasRoom = (databasePath: string): boolean =>
  databasePath === ':memory:' || diskSpace(databasePath).isEnough
