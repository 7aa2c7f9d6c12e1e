import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { AppEnv } from './env.ts'

/** Logs the route's pattern, because URLs hold tokens, and nothing that a person typed. */
export const requestLog = createMiddleware<AppEnv>(async function requestLogged(c, next) {
  const { services } = c.var
  const startedAt = performance.now()
  const requestId = randomUUID()
  c.set('requestId', requestId)
  c.set('log', services.log.child({ requestId }))
  await next()
  if (c.var.reissued) return // the reissued request logged itself under its own method
  const ms = performance.now() - startedAt
  const route = routePath(c)
  c.res.headers.set('X-Request-Id', requestId) // not c.header, which would rebuild the response
  services.metrics.requests.observe({ method: c.req.method, route, status: c.res.status }, ms / 1000)
  c.var.log.info(
    { method: c.req.method, route, status: c.res.status, ms: Math.round(ms * 10) / 10 },
    'request',
  )
})
