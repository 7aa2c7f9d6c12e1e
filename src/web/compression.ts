import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './env.ts'

/** Below this a packed answer is hardly smaller than the packet it travels in. */
const THRESHOLD_BYTES = 1_400
const TEXT = /^(text\/(?!event-stream)|application\/(json|xml|javascript))|\+xml/

/** Level 4 takes a tenth of a millisecond for a page, 11 would take thirty; a larger window is for larger texts. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } }
const GZIP = { level: 4 }

/** Text for the wire, with the headers that say how it is packed: for `c.body`. */
export function packed(text: Buffer, accepted: string | undefined) {
  const encoding = text.length < THRESHOLD_BYTES ? null : encodingFor(accepted)
  const headers = { Vary: 'Accept-Encoding', ...(encoding ? { 'Content-Encoding': encoding } : {}) }
  if (encoding === 'br') return { body: bytesOf(brotliCompressSync(text, BROTLI)), headers }
  if (encoding === 'gzip') return { body: bytesOf(gzipSync(text, GZIP)), headers }
  return { body: bytesOf(text), headers }
}

/** The same bytes, under the type that an answer's body has. */
const bytesOf = ({ buffer, byteOffset, byteLength }: Buffer) =>
  new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength)

/**
 * Packs what was not packed when it was made. In one go, because answers are whole here: passing them through the web's
 * streams costs several times as much as the packing.
 */
export const compressed = createMiddleware<AppEnv>(async function compress(c, next) {
  await next()
  const { headers, status } = c.res
  if (headers.has('Content-Encoding') || headers.has('Content-Length')) return
  if (!TEXT.test(headers.get('Content-Type') ?? '') || c.req.method === 'HEAD') return
  const accepted = c.req.header('accept-encoding')
  if (encodingFor(accepted) === null) return void headers.append('Vary', 'Accept-Encoding')

  const { body, headers: added } = packed(Buffer.from(await c.res.arrayBuffer()), accepted)
  for (const [name, value] of Object.entries(added)) headers.append(name, value)
  c.res = undefined // else the old answer would be opened once more, to be joined with the new one
  c.res = new Response(body, { status, headers })
})

function encodingFor(accepted = ''): 'br' | 'gzip' | null {
  if (accepts(accepted, 'br')) return 'br'
  return accepts(accepted, 'gzip') ? 'gzip' : null
}

const accepts = (accepted: string, encoding: string) =>
  accepted.split(',').some((one) => {
    const [name = '', ...settings] = one.split(';').map((part) => part.trim().toLowerCase())
    return name === encoding && !settings.some((setting) => /^q=0(\.0*)?$/.test(setting))
  })
