import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Context, Hono, type Next } from 'hono'
import type { AppEnv } from '../../web/env.ts'
import { pictureFolder } from './picture-files.ts'

/** Imported pictures never change, because content hashes name them. Emails embed them, so other origins may too. */
export const importedPictures = new Hono<AppEnv>()

importedPictures.get('/pictures/:file{imported-[0-9a-f]+-[0-9]+\\.webp}', (c, next) =>
  sendPicture(c, c.req.param('file'), 'image/webp', next),
)

importedPictures.get('/pictures/:file{logo-[0-9a-f]+-[0-9]+x[0-9]+\\.png}', (c, next) =>
  sendPicture(c, c.req.param('file'), 'image/png', next),
)

async function sendPicture(c: Context<AppEnv>, file: string, type: string, next: Next) {
  const { config } = c.var.services
  const bytes = await readFile(join(pictureFolder(config.storagePath), file)).catch(() => null)
  if (!bytes) return next()
  return c.body(new Uint8Array(bytes), 200, {
    'Content-Type': type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
}
