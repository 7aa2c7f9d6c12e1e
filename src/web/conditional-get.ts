import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './env.ts'

/** Whoever has the file already, and says since when, is told that it is still the same: 304 and no body. */
export const unchanged = createMiddleware<AppEnv>(async function tellUnchanged(c, next) {
  await next()
  const known = Date.parse(c.req.header('if-modified-since') ?? '')
  const changed = Date.parse(c.res.headers.get('last-modified') ?? '')
  if (c.res.status !== 200 || !(known >= changed)) return

  const headers = new Headers(c.res.headers)
  headers.delete('content-length')
  await c.res.body?.cancel()
  c.res = undefined
  c.res = new Response(null, { status: 304, headers })
})
