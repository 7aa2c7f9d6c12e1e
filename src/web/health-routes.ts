import { type Context, Hono } from 'hono'
import { failedJobCount, openFlagCounts } from '../flags/flags.ts'
import { paths } from '../paths.ts'
import { metricsOfAll } from '../processes/metrics.ts'
import type { Services } from '../services.ts'
import type { AppEnv } from './env.ts'
import { isFromThisMachine } from './rate-limit.ts'
import { findUnreadiness } from './readiness.ts'

export const healthRoutes = new Hono<AppEnv>()

healthRoutes.get(paths.alive.pattern, (c) => c.text('ok'))

healthRoutes.get(paths.ready.pattern, async (c) => {
  const problem = await findUnreadiness(c.var.services)
  return problem ? c.text(problem, 503) : c.text('ready')
})

/** Only for a scraper on this machine: a proxied request comes from outside. */
healthRoutes.get(paths.metrics.pattern, async (c: Context<AppEnv>) => {
  if (!isFromThisMachine(c)) return c.notFound()
  const { registry } = countWaitingWork(c.var.services)
  return c.text(await metricsOfAll(registry), 200, { 'Content-Type': registry.contentType })
})

/** Counted only when a scraper asks. */
function countWaitingWork({ db, metrics }: Services) {
  metrics.openFlags.reset()
  for (const { kind, count } of openFlagCounts(db)) metrics.openFlags.set({ kind }, count)
  metrics.failedJobs.set(failedJobCount(db))
  return metrics
}
