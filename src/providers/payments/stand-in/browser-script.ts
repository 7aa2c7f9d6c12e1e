import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Handler } from 'hono'

const compress = promisify(brotliCompress)

const HEADERS = {
  'Content-Type': 'text/javascript; charset=utf-8',
  'Cache-Control': 'no-cache',
  Vary: 'Accept-Encoding',
}

/** Compressed as well as it can be, once: that takes too long for every response. */
export function serveScript(text: string): Handler {
  let packed: Promise<Uint8Array<ArrayBuffer>> | null = null
  return async (c) => {
    if (!acceptsBrotli(c.req.header('accept-encoding'))) return c.body(text, 200, HEADERS)
    packed ??= compress(text).then((bytes) => Uint8Array.from(bytes))
    return c.body(await packed, 200, { ...HEADERS, 'Content-Encoding': 'br' })
  }
}

const acceptsBrotli = (accepted = '') => /(^|,)\s*br\s*(,|$)/i.test(accepted)
