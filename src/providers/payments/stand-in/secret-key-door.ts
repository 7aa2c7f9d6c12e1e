import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context, Handler } from 'hono'
import type { Act, Answer } from './answers.ts'
import { API_VERSION } from './api-version.ts'
import type { Desk } from './desk.ts'
import { expand } from './expand.ts'
import { type Fault, spoil } from './faults.ts'
import { once, reserve } from './idempotency.ts'
import type { Log, StandInOptions } from './index.ts'
import { Params } from './params.ts'
import { type ErrorBody, invalid, Refusal } from './refusals.ts'

const MAX_BODY = 256 * 1_024

/** One API request as the acts and the idempotency keys see it. */
export type Incoming = { id: string; method: string; path: string; body: string; key: string | null }

type Reply = { status: number; json: string; headers?: Record<string, string> }

/** Everything a request goes through before and after its act: key, faults, form, idempotency, expansion, errors. */
export function secretKeyDoor(desk: Desk, { secretKey, log }: StandInOptions) {
  const admits = keyCheck(secretKey)
  return (act: Act): Handler =>
    async (c) => {
      const incoming = await readRequest(c, desk)
      const refused = admits(c.req.header('authorization'))
      if (refused) return send(c, incoming, replyTo(refused))

      const fault = desk.control.faultFor(incoming.method, incoming.path)
      const before = fault?.when === 'before' ? await injectBefore(c, desk, incoming, fault) : null
      if (before) return before

      const reply = perform(desk, incoming, act, Object.values(c.req.param()), log)
      note(log, c, incoming, reply)
      const after = fault?.when === 'after' ? await spoil(c, fault) : null
      return after ?? send(c, incoming, reply)
    }
}

export const unknownAddress =
  (desk: Desk): Handler =>
  async (c) => {
    const message = `Unrecognized request URL (${c.req.method}: ${c.req.path}). The payments stand-in does not know it.`
    return send(
      c,
      await readRequest(c, desk),
      replyTo(new Refusal(404, { message, type: 'invalid_request_error' })),
    )
  }

/** A delayed request is under way all the while, so others with its key are told so. */
function injectBefore(c: Context, desk: Desk, incoming: Incoming, fault: Fault): Promise<Response | null> {
  if (fault.kind === 'delay') reserve(desk, incoming)
  return spoil(c, fault)
}

function perform(desk: Desk, incoming: Incoming, act: Act, ids: string[], log: Log | undefined): Reply {
  try {
    if (incoming.body.length > MAX_BODY) throw invalid('The request is too large.')
    return incoming.method === 'GET' ? read(desk, incoming, act, ids) : write(desk, incoming, act, ids)
  } catch (error) {
    if (error instanceof Refusal) return replyTo(error)
    log?.error({ err: error, requestId: incoming.id }, 'payments stand-in failed')
    return replyTo(
      new Refusal(500, { message: 'An error occurred in the payments stand-in.', type: 'api_error' }),
    )
  }
}

const read = (desk: Desk, incoming: Incoming, act: Act, ids: string[]) =>
  run(desk, act, Params.parse(incoming.body), ids)

function write(desk: Desk, incoming: Incoming, act: Act, ids: string[]): Reply {
  const request = { id: incoming.id, idempotency_key: incoming.key }
  return once(desk, incoming, () => run({ ...desk, request }, act, Params.parse(incoming.body), ids))
}

function run(desk: Desk, act: Act, params: Params, ids: string[]): Answer {
  const fields = params.list('expand')
  const answer = act(desk, params, ...ids)
  return fields.length > 0 && answer.status === 200
    ? { ...answer, json: expand(desk, answer.json, fields) }
    : answer
}

async function readRequest(c: Context, desk: Desk): Promise<Incoming> {
  const { method, path } = c.req
  const body =
    method === 'GET' || method === 'DELETE' ? new URL(c.req.url).search.slice(1) : await c.req.text()
  return { id: desk.newId('req', 14), method, path, body, key: c.req.header('idempotency-key') ?? null }
}

/** Compares digests, so that neither length nor place of a difference can be timed. */
function keyCheck(secretKey: string) {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const right = `Bearer ${secretKey}`
  const expected = digest(right)
  return (given: string | undefined): Refusal | null => {
    if (given !== undefined && timingSafeEqual(digest(given), expected)) return null
    const shown = given?.replace(/^Bearer /, '').slice(0, 8)
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

/** The pattern, never the path or the form: ids and names stay out of the log. */
function note(log: Log | undefined, c: Context, incoming: Incoming, { status }: Reply) {
  log?.info(
    { method: incoming.method, route: c.req.routePath, status, requestId: incoming.id },
    'payments stand-in',
  )
}
