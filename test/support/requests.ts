import type { Hono } from 'hono'
import type { AppEnv } from '#src/web/env.ts'
import type { Person } from './people.ts'

/** How a browser may send a request: from a script, on its own (link or plain form), or through Turbo. */
export type RequestKind = 'script' | 'page' | 'stream'

const ACCEPT: Record<RequestKind, string> = {
  script: 'application/json',
  page: 'text/html',
  stream: 'text/vnd.turbo-stream.html, text/html, application/xhtml+xml',
}

export type RequestSpec = { method: string; path: string; fields?: Record<string, unknown> }

/**
 * Sends a request with a browser's cookie and token, and keeps nothing from the response: each request is the first.
 */
export async function requestAs(
  app: Hono<AppEnv>,
  { cookie, csrfToken }: Pick<Person, 'cookie' | 'csrfToken'>,
  { method, path, fields = {} }: RequestSpec,
  way: RequestKind,
  more: Record<string, string> = {},
): Promise<Response> {
  const headers: Record<string, string> = { accept: ACCEPT[way], cookie, ...more }
  const address = new URL(path, 'http://localhost:3000')
  if (method === 'GET' || method === 'HEAD') return app.fetch(new Request(address, { method, headers }))
  if (way === 'script') {
    Object.assign(headers, { 'content-type': 'application/json', 'x-csrf-token': csrfToken })
    return app.fetch(new Request(address, { method, headers, body: JSON.stringify(fields) }))
  }
  const body = formOf({ ...fields, authenticity_token: csrfToken, _method: method.toLowerCase() })
  return app.fetch(new Request(address, { method: 'POST', headers, body }))
}

/** Encodes as forms do: nested fields get bracketed names. */
function formOf(fields: Record<string, unknown>): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    const inner = typeof value === 'object' && value !== null ? Object.entries(value) : null
    if (inner) for (const [key, one] of inner) form.set(`${name}[${key}]`, String(one))
    else form.set(name, String(value))
  }
  form.delete(form.get('_method') === 'post' ? '_method' : '')
  return form
}
