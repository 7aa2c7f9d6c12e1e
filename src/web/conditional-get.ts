import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './env.ts'

export const conditionalGet = createMiddleware<AppEnv>(async function notModified(c, next) {
  await next()
  const cachedAt = Date.parse(c.req.header('if-modified-since') ?? '')
  const modifiedAt = Date.parse(c.res.headers.get('last-modified') ?? '')
  if (c.res.status !== 200 || !(cachedAt >= modifiedAt)) return

  const headers = new Headers(c.res.headers)
  headers.delete('content-length')
  await c.res.body?.cancel()
  c.res = undefined
  c.res = new Response(null, { status: 304, headers })
})
