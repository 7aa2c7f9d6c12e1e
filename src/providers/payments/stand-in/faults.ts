import { setTimeout as pause } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

export type FaultKind =
  /** 500 with Stripe's error shape. */
  | 'error'
  /** 429. */
  | 'rate_limit'
  /** The connection is cut: ECONNRESET at the caller. */
  | 'reset'
  /** The answer comes late. */
  | 'delay'
  /** No answer until `delayMs` (a minute) is over, then the connection is cut. */
  | 'timeout'
  /** 200 with HTML in it. */
  | 'not_json'

export type FaultRule = {
  kind: FaultKind
  /** Any method without it. */
  method?: string
  /** A `*` stands for one part of the path, `**` at its end for all the rest. */
  path: string
  /** Before the work, so that nothing happened, or after it, so that only the answer is lost. */
  when?: 'before' | 'after'
  /** How often; without it until cleared. */
  times?: number
  /** Between 0 and 1, drawn from the seeded numbers; 1 without it. */
  probability?: number
  delayMs?: number
}

export type Fault = { kind: FaultKind; when: 'before' | 'after'; delayMs: number }

const MINUTE = 60_000

/** The faults that are set, and which of them strikes a request. */
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
    strike(method: string, path: string): Fault | null {
      const rule = rules.find(
        (each) => each.left > 0 && applies(each, method, path) && random() < (each.probability ?? 1),
      )
      if (!rule) return null
      rule.left -= 1
      const delayMs = rule.delayMs ?? (rule.kind === 'timeout' ? MINUTE : 1_000)
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

/** Answers in the fault's way; null where the real answer is to follow. */
export async function spoil(c: Context, fault: Fault): Promise<Response | null> {
  switch (fault.kind) {
    case 'delay':
      await pause(fault.delayMs)
      return null
    case 'timeout':
      await pause(fault.delayMs, undefined, { signal: c.req.raw.signal }).catch(() => {})
      return cut(c)
    case 'reset':
      return cut(c)
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

/** Behind `app.request()` there is no socket; a thrown error is the nearest thing. */
function cut(c: Context): Response {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
  if (!incoming) throw new Error('connection reset')
  incoming.socket.resetAndDestroy()
  return c.body(null)
}
