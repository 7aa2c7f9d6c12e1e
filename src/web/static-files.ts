import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { paths } from '../paths.ts'
import { unchanged } from './conditional-get.ts'
import type { AppEnv } from './env.ts'
import { redirectTo } from './redirect.ts'

/**
 * Built files carry their content's hash in their name; pictures are named by what they show.
 * @param importedPictures serves those that an import brought
 */
export function staticFiles(importedPictures: Hono<AppEnv>) {
  const routes = new Hono<AppEnv>()
  routes.use('/build/*', serveStatic({ root: './public', precompressed: true, onFound: immutable }))
  routes.route('/', importedPictures)
  routes.use('/pictures/*', unchanged, serveStatic({ root: './public', onFound: pictured }))
  routes.get(paths.favicon.pattern, (c) => redirectTo(c, '/pictures/mark.svg', 302))
  return routes
}

type Found = Parameters<NonNullable<NonNullable<Parameters<typeof serveStatic>[0]>['onFound']>>[1]

const immutable = (_: string, c: Found) => c.header('Cache-Control', 'public, max-age=31536000, immutable')

/** Mails show them too, so other origins may. */
function pictured(_: string, c: Found) {
  c.header('Cache-Control', 'public, max-age=86400')
  c.header('Cross-Origin-Resource-Policy', 'cross-origin')
}
