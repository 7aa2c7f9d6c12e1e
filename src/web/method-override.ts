import type { Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './env.ts'

/** What a form may mean. A map, since 'constructor' is something of every object's. */
const METHODS = new Map([
  ['put', 'PUT'],
  ['delete', 'DELETE'],
  ['patch', 'PATCH'],
])

/** Second rounds, known by the request object itself: nothing that a client sends can claim to be one. */
const reissuedRequests = new WeakSet<Request>()

/** Whether this is the second round of a request that was logged, counted and checked in its first. */
export const isReissued = (c: Context) => reissuedRequests.has(c.req.raw)

/**
 * Browsers' forms can only get and post; `_method` in the body of a POST says what is meant. Only in the body, and
 * after the authenticity token was checked: never by an address or a header.
 */
export function methodOverride(app: Hono<AppEnv>) {
  return createMiddleware<AppEnv>(async function overridden(c, next) {
    const { _method } = c.var.body
    const wanted = typeof _method === 'string' ? METHODS.get(_method.toLowerCase()) : undefined
    if (c.req.method !== 'POST' || !wanted) return next()
    c.set('reissued', true)
    return app.fetch(reissued(c.req.raw, wanted, c.var.body), c.env)
  })
}

/** The same request with the meant method; its body was read already, so it is written out again. */
function reissued(request: Request, method: string, body: object): Request {
  const headers = new Headers(request.headers)
  headers.set('content-type', 'application/json')
  headers.delete('content-length')
  const second = new Request(request.url, { method, headers, body: JSON.stringify(body) })
  reissuedRequests.add(second)
  return second
}
