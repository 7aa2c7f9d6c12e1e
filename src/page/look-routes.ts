import { Hono } from 'hono'
import { paths } from '../paths.ts'
import { isOriginal, lookOf, themeOf, versionOf } from '../shop-settings/page-settings.ts'
import type { AppEnv } from '../web/env.ts'
import { notFound } from '../web/errors.tsx'

/** The colors that the owner chose. The version in the address names them, so browsers keep them. */
export const lookRoutes = new Hono<AppEnv>()

const FOREVER = 'public, max-age=31536000, immutable'

lookRoutes.get(paths.theme.pattern, (c) => {
  const { db, config } = c.var.services
  const look = lookOf(db, config)
  if (isOriginal(look)) return notFound(c)
  const theme = themeOf(look)
  const isCurrent = versionOf(theme) === c.req.param('version')
  return c.body(theme, 200, {
    'Content-Type': 'text/css; charset=utf-8',
    'Cache-Control': isCurrent ? FOREVER : 'no-store',
  })
})
