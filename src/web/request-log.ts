import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { AppEnv } from './env.ts'

/**
 * Gives each request an id and, when it is answered, one line: the route's pattern instead of the address, which
 * may hold tokens, and nothing that a person typed.
 */
export const requestLog = createMiddleware<AppEnv>(async function requestLogged(c, next) {
  const { services } = c.var
  const began = performance.now()
  const requestId = randomUUID()
  c.set('requestId', requestId)
  c.set('log', services.log.child({ requestId }))
  await next()
  if (c.var.reissued) return // the second round has told of it, with the method that was meant
  const ms = performance.now() - began
  const route = routePath(c)
  c.res.headers.set('X-Request-Id', requestId) // not c.header: that would open the whole answer again
  services.metrics.requests.observe({ method: c.req.method, route, status: c.res.status }, ms / 1000)
  c.var.log.info(
    { method: c.req.method, route, status: c.res.status, ms: Math.round(ms * 10) / 10 },
    'request',
  )
})
