import { setTimeout as pause } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { MINUTE_MS } from '../../day.ts'

export type FaultKind =
  | 'error'
  | 'rate_limit'
  /** Drops the connection: the caller sees ECONNRESET. */
  | 'reset'
  | 'delay'
  /** No response for `delayMs` (default: a minute), then the connection drops. */
  | 'timeout'
  | 'not_json'

export type FaultRule = {
  kind: FaultKind
  method?: string
  /** `*` matches one segment of the path; a final `**` matches the rest. */
  path: string
  /** Before the work, so that nothing happens, or after it, so that only the response is lost. */
  when?: 'before' | 'after'
  times?: number
  /** From 0 to 1, drawn from the seeded generator. Default: 1. */
  probability?: number
  delayMs?: number
}

export type Fault = { kind: FaultKind; when: 'before' | 'after'; delayMs: number }

export function createFaults(random: () => number) {
  let rules: (FaultRule & { pattern: RegExp; left: number })[] = []
  return {
    add(rule: FaultRule) {
      rules.push({ ...rule, pattern: patternOf(rule.path), left: rule.times ?? Number.POSITIVE_INFINITY })
    },
    clear() {
      rules = []
    },
    list: () =>
      rules.map(({ pattern: _, left, ...rule }) => ({ ...rule, ...(Number.isFinite(left) && { left }) })),
    match(method: string, path: string): Fault | null {
      const rule = rules.find(
        (candidate) =>
          candidate.left > 0 && applies(candidate, method, path) && random() < (candidate.probability ?? 1),
      )
      if (!rule) return null
      rule.left -= 1
      const delayMs = rule.delayMs ?? (rule.kind === 'timeout' ? MINUTE_MS : 1_000)
      return { kind: rule.kind, when: rule.when ?? 'before', delayMs }
    },
  }
}

const applies = (rule: FaultRule & { pattern: RegExp }, method: string, path: string) =>
  (rule.method === undefined || rule.method.toUpperCase() === method) && rule.pattern.test(path)

function patternOf(path: string): RegExp {
  const escaped = path.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/\*\*$/, '.*').replaceAll(/(?<!\.)\*/g, '[^/]+')}$`)
}

/** Applies a fault. Null means that the real response follows. */
export async function injectFault(c: Context, fault: Fault): Promise<Response | null> {
  switch (fault.kind) {
    case 'delay':
      await pause(fault.delayMs)
      return null
    case 'timeout':
      await pause(fault.delayMs, undefined, { signal: c.req.raw.signal }).catch(() => {})
      return dropConnection(c)
    case 'reset':
      return dropConnection(c)
    case 'error':
      return c.json({ error: { message: 'An unknown error occurred', type: 'api_error' } }, 500, requestId)
    case 'rate_limit':
      return c.json(
        { error: { code: 'rate_limit', message: 'Too many requests.', type: 'invalid_request_error' } },
        429,
        requestId,
      )
    case 'not_json':
      return c.html('<html><body><h1>502 Bad Gateway</h1></body></html>', 200)
  }
}

const requestId = { 'Request-Id': 'req_fault' }

/** `app.request()` has no socket, so throwing is the nearest equivalent. */
function dropConnection(c: Context): Response {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
  if (!incoming) throw new Error('connection reset')
  incoming.socket.resetAndDestroy()
  return c.body(null)
}
