import type { Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './env.ts'

/** A Map, because every object has a 'constructor'. */
const METHODS = new Map([
  ['put', 'PUT'],
  ['delete', 'DELETE'],
  ['patch', 'PATCH'],
])

/** Reissued requests, known by identity: no client can claim to send one. */
const reissuedRequests = new WeakSet<Request>()

/** Already logged, counted and checked under its original method. */
export const isReissued = (c: Context) => reissuedRequests.has(c.req.raw)

/** Only `_method` in a body counts, never a URL or a header, and only after the authenticity check. */
export function methodOverride(app: Hono<AppEnv>) {
  return createMiddleware<AppEnv>(async function overridden(c, next) {
    const { _method } = c.var.body
    const method = typeof _method === 'string' ? METHODS.get(_method.toLowerCase()) : undefined
    if (c.req.method !== 'POST' || !method) return next()
    c.set('reissued', true)
    return app.fetch(reissue(c.req.raw, method, c.var.body), c.env)
  })
}

/** The body was consumed, so it's serialized again. */
function reissue(request: Request, method: string, body: object): Request {
  const headers = new Headers(request.headers)
  headers.set('content-type', 'application/json')
  headers.delete('content-length')
  const reissued = new Request(request.url, { method, headers, body: JSON.stringify(body) })
  reissuedRequests.add(reissued)
  return reissued
}
