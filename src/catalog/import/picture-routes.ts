import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import type { AppEnv } from '../../web/env.ts'
import { pictureFolder } from './picture-files.ts'

/** Imported pictures never change, because content hashes name them. Emails embed them, so other origins may too. */
export const importedPictures = new Hono<AppEnv>()

importedPictures.get('/pictures/:file{imported-[0-9a-f]+-[0-9]+\\.webp}', async (c, next) => {
  const { config } = c.var.services
  const bytes = await readFile(join(pictureFolder(config.storagePath), c.req.param('file'))).catch(() => null)
  if (!bytes) return next()
  return c.body(new Uint8Array(bytes), 200, {
    'Content-Type': 'image/webp',
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
})
