import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context, Handler } from 'hono'
import { type Fault, injectFault } from '../../stand-in/faults.ts'
import { API_VERSION } from './api-version.ts'
import type { Deps } from './deps.ts'
import { expand } from './expand.ts'
import { reserveKey, runOnce } from './idempotency.ts'
import type { Log, StandInOptions } from './index.ts'
import { Params } from './params.ts'
import { type ErrorBody, invalid, Refusal } from './refusals.ts'
import type { ApiResponse, Operation } from './responses.ts'

const MAX_BODY = 256 * 1_024

export type Incoming = { id: string; method: string; path: string; body: string; key: string | null }

type Reply = { status: number; json: string; headers?: Record<string, string> }

/** Wraps every operation: key, faults, form, idempotency, expansion, errors. */
export function secretKeyHandler(deps: Deps, { secretKey, log }: StandInOptions) {
  const refuseKey = createKeyCheck(secretKey)
  return (operation: Operation): Handler =>
    async (c) => {
      const incoming = await readRequest(c, deps)
      const refused = refuseKey(c.req.header('authorization'))
      if (refused) return send(c, incoming, replyTo(refused))

      const fault = deps.control.faultFor(incoming.method, incoming.path)
      const before = fault?.when === 'before' ? await injectFaultBefore(c, deps, incoming, fault) : null
      if (before) return before

      const reply = perform(deps, incoming, operation, Object.values(c.req.param()), log)
      logRequest(log, c, incoming, reply)
      const after = fault?.when === 'after' ? await injectFault(c, fault) : null
      return after ?? send(c, incoming, reply)
    }
}

export const unknownRoute =
  (deps: Deps): Handler =>
  async (c) => {
    const message = `Unrecognized request URL (${c.req.method}: ${c.req.path}). The payments stand-in does not support it.`
    return send(
      c,
      await readRequest(c, deps),
      replyTo(new Refusal(404, { message, type: 'invalid_request_error' })),
    )
  }

/** A delayed request reserves its key, so that others with the same key get a 409. */
function injectFaultBefore(
  c: Context,
  deps: Deps,
  incoming: Incoming,
  fault: Fault,
): Promise<Response | null> {
  if (fault.kind === 'delay') reserveKey(deps, incoming)
  return injectFault(c, fault)
}

function perform(
  deps: Deps,
  incoming: Incoming,
  operation: Operation,
  ids: string[],
  log: Log | undefined,
): Reply {
  try {
    if (incoming.body.length > MAX_BODY) throw invalid('The request is too large.')
    return incoming.method === 'GET'
      ? handleRead(deps, incoming, operation, ids)
      : handleWrite(deps, incoming, operation, ids)
  } catch (error) {
    if (error instanceof Refusal) return replyTo(error)
    log?.error({ err: error, requestId: incoming.id }, 'payments stand-in failed')
    return replyTo(
      new Refusal(500, { message: 'An error occurred in the payments stand-in.', type: 'api_error' }),
    )
  }
}

const handleRead = (deps: Deps, incoming: Incoming, operation: Operation, ids: string[]) =>
  run(deps, operation, Params.parse(incoming.body), ids)

function handleWrite(deps: Deps, incoming: Incoming, operation: Operation, ids: string[]): Reply {
  const request = { id: incoming.id, idempotency_key: incoming.key }
  return runOnce(deps, incoming, () => run({ ...deps, request }, operation, Params.parse(incoming.body), ids))
}

function run(deps: Deps, operation: Operation, params: Params, ids: string[]): ApiResponse {
  const fields = params.list('expand')
  const response = operation(deps, params, ...ids)
  return fields.length > 0 && response.status === 200
    ? { ...response, json: expand(deps, response.json, fields) }
    : response
}

async function readRequest(c: Context, deps: Deps): Promise<Incoming> {
  const { method, path } = c.req
  const body =
    method === 'GET' || method === 'DELETE' ? new URL(c.req.url).search.slice(1) : await c.req.text()
  return { id: deps.newId('req', 14), method, path, body, key: c.req.header('idempotency-key') ?? null }
}

/** Compares digests, so that timing reveals neither the length nor the first difference. */
function createKeyCheck(secretKey: string) {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const header = `Bearer ${secretKey}`
  const expected = digest(header)
  return (authorization: string | undefined): Refusal | null => {
    if (authorization !== undefined && timingSafeEqual(digest(authorization), expected)) return null
    const shown = authorization?.replace(/^Bearer /, '').slice(0, 8)
    const message = shown ? `Invalid API Key provided: ${shown}****` : 'You did not provide an API key.'
    return new Refusal(401, { message, type: 'invalid_request_error' })
  }
}

const replyTo = (refusal: Refusal): Reply => ({ status: refusal.status, json: errorJson(refusal.body) })

export const errorJson = (error: ErrorBody) => JSON.stringify({ error })

function send(c: Context, incoming: Incoming, { status, json, headers }: Reply): Response {
  return c.body(json, status as 200, {
    'Content-Type': 'application/json',
    'Request-Id': incoming.id,
    'Stripe-Version': c.req.header('stripe-version') ?? API_VERSION,
    ...(incoming.key && { 'Idempotency-Key': incoming.key }),
    ...headers,
  })
}

/** Logs the route pattern, never the path or the form: ids and names stay out of the log. */
function logRequest(log: Log | undefined, c: Context, incoming: Incoming, { status }: Reply) {
  log?.info(
    { method: incoming.method, route: c.req.routePath, status, requestId: incoming.id },
    'payments stand-in',
  )
}
