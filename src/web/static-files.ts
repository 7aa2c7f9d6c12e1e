import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { paths } from '../paths.ts'
import { conditionalGet } from './conditional-get.ts'
import type { AppEnv } from './env.ts'
import { redirectTo } from './redirect.ts'

/** Built files carry a content hash in their names; pictures don't. */
export function staticFiles(importedPictures: Hono<AppEnv>) {
  const routes = new Hono<AppEnv>()
  routes.use('/build/*', serveStatic({ root: './public', precompressed: true, onFound: immutableHeaders }))
  routes.route('/', importedPictures)
  routes.use('/pictures/*', conditionalGet, serveStatic({ root: './public', onFound: pictureHeaders }))
  routes.use(
    '/clips/*',
    conditionalGet,
    captionsType,
    serveStatic({ root: './public', onFound: clipHeaders }),
  )
  routes.get(paths.favicon.pattern, (c) => redirectTo(c, '/pictures/mark.svg', 302))
  return routes
}

type Found = Parameters<NonNullable<NonNullable<Parameters<typeof serveStatic>[0]>['onFound']>>[1]

const immutableHeaders = (_: string, c: Found) =>
  c.header('Cache-Control', 'public, max-age=31536000, immutable')

const clipHeaders = (_: string, c: Found) => c.header('Cache-Control', 'public, max-age=86400')

/** Captions are missing in the server's list of types. */
const captionsType = createMiddleware<AppEnv>(async function captions(c, next) {
  await next()
  if (c.res.ok && c.req.path.endsWith('.vtt')) c.res.headers.set('Content-Type', 'text/vtt; charset=utf-8')
})

/** Emails show pictures too, so other origins may load them. */
function pictureHeaders(_: string, c: Found) {
  c.header('Cache-Control', 'public, max-age=86400')
  c.header('Cross-Origin-Resource-Policy', 'cross-origin')
}
