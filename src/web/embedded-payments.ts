import type { Context } from 'hono'
import { readBytes } from './body.ts'
import type { AppEnv } from './env.ts'
import { refuse } from './errors.tsx'

export type EmbeddedPayments = { fetch(request: Request): Response | Promise<Response> }

const LIMIT_BYTES = 32 * 1024
const MOUNTED_AT = '/embedded-payments'

/** The stand-in acts as a separate company, so it doesn't know our mount path. */
export const forwardTo = (standIn: EmbeddedPayments) => async (c: Context<AppEnv>) => {
  const { method } = c.req
  const body = method === 'GET' || method === 'HEAD' ? null : await readBytes(c, LIMIT_BYTES)
  if (body === 'too_large') return refuse(c, 413, "That's too large for us to accept.")
  if (body === 'cut_off') return refuse(c, 400, "We couldn't read that request.")
  const url = new URL(c.req.url)
  url.pathname = url.pathname.replace(MOUNTED_AT, '')
  const headers = new Headers(c.req.raw.headers)
  headers.delete('content-length')
  return standIn.fetch(new Request(url, { method, headers, body: body ? new Uint8Array(body) : null }))
}
