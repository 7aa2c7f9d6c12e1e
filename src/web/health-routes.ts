import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { paths } from '../paths.ts'
import type { Services } from '../services.ts'
import type { AppEnv } from './env.ts'
import { isFromThisMachine } from './rate-limit.ts'

export const healthRoutes = new Hono<AppEnv>()

const HEARTBEAT_SECONDS = 60
const MIN_FREE_DISK_SHARE = 0.05

healthRoutes.get(paths.alive.pattern, (c) => c.text('ok'))

healthRoutes.get(paths.ready.pattern, async (c) => {
  const problem = c.var.services.lifecycle.stopping ? 'stopping' : await findProblem(c.var.services)
  return problem ? c.text(problem, 503) : c.text('ready')
})

/** Only for a scraper on this machine: a proxied request comes from outside. */
healthRoutes.get(paths.metrics.pattern, async (c: Context<AppEnv>) => {
  if (!isFromThisMachine(c)) return c.notFound()
  const { registry } = c.var.services.metrics
  return c.text(await registry.metrics(), 200, { 'Content-Type': registry.contentType })
})

async function findProblem({ db, metrics, wallClock, config }: Services): Promise<string | null> {
  try {
    db.get(sql`select name from shop_facts limit 1`)
  } catch {
    return 'database'
  }
  const heartbeat = (await metrics.jobHeartbeat.get()).values[0]?.value ?? 0
  if (wallClock.now() / 1000 - heartbeat > HEARTBEAT_SECONDS) return 'jobs'
  return hasRoom(config.databasePath) ? null : 'disk'
}

function hasRoom(databasePath: string): boolean {
  if (databasePath === ':memory:') return true
  const { bavail, blocks } = statfsSync(dirname(databasePath))
  return bavail / blocks > MIN_FREE_DISK_SHARE
}
