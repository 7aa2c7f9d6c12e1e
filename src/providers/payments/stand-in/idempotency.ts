import { createHash } from 'node:crypto'
import type { Answer } from './answers.ts'
import type { Desk } from './desk.ts'
import { Refusal } from './refusals.ts'
import type { Incoming } from './secret-key-door.ts'

const LONGEST_KEY = 255
/** A request that has been running for longer died with its process; its key is free again. */
const ABANDONED_MS = 60_000
/** Stripe forgets keys after a day. */
export const KEY_LIFETIME_MS = 24 * 60 * 60 * 1_000

export type Replied = { status: number; json: string; headers?: Record<string, string> }

/** Does the work, or replays what the same request was answered. Work and memory are one durable transaction. */
export function once(desk: Desk, incoming: Incoming, work: () => Answer): Replied {
  const { key } = incoming
  if (key === null) return desk.store.durably(work)
  if (key.length > LONGEST_KEY) throw tooLong()
  try {
    return desk.store.durably(() => {
      const replay = known(desk, incoming, key)
      if (replay) return replay
      const answer = work()
      remember(desk, incoming, key, answer)
      return answer
    })
  } catch (error) {
    if (error instanceof Refusal && !(error instanceof KeyRefusal)) settleRefused(desk, incoming, key, error)
    throw error
  }
}

/** Marks the key as under way, for requests that take their time. */
export function reserve(desk: Desk, incoming: Incoming) {
  const { key } = incoming
  if (key === null || incoming.method === 'GET') return
  desk.store.durably(() => {
    const row = desk.store.remembered(key)
    if (!row || isAbandoned(desk, row)) keep(desk, incoming, key, null, '')
  })
}

class KeyRefusal extends Refusal {}

function known(desk: Desk, incoming: Incoming, key: string): Replied | null {
  const row = desk.store.remembered(key)
  if (!row || row.requestId === incoming.id || isAbandoned(desk, row)) return null
  if (row.request !== digest(incoming)) throw otherRequest(key)
  if (row.status === null) throw stillRunning(key)
  return {
    status: row.status,
    json: row.body,
    headers: { 'Idempotent-Replayed': 'true', 'Original-Request': row.requestId },
  }
}

const isAbandoned = (desk: Desk, row: { status: number | null; keptAt: number }) =>
  row.status === null ? row.keptAt < desk.now() - ABANDONED_MS : row.keptAt < desk.now() - KEY_LIFETIME_MS

/** Refused acts are remembered, bad parameters are not: the caller may mend them under the same key. */
function settleRefused(desk: Desk, incoming: Incoming, key: string, refusal: Refusal) {
  desk.store.durably(() => {
    const row = desk.store.remembered(key)
    if (row && row.requestId !== incoming.id) return
    if (refusal.begun) keep(desk, incoming, key, refusal.status, JSON.stringify({ error: refusal.body }))
    else desk.store.forgetAnswer(key)
  })
}

const remember = (desk: Desk, incoming: Incoming, key: string, { status, json }: Answer) =>
  keep(desk, incoming, key, status, json)

function keep(desk: Desk, incoming: Incoming, key: string, status: number | null, body: string) {
  desk.store.remember(key, {
    request: digest(incoming),
    requestId: incoming.id,
    status,
    body,
    keptAt: desk.now(),
  })
}

const digest = ({ method, path, body }: Incoming) =>
  createHash('sha256').update(`${method} ${path}\n${body}`).digest('base64url')

const tooLong = () =>
  new KeyRefusal(400, {
    message: 'Idempotency keys can be at most 255 characters.',
    type: 'idempotency_error',
  })

const otherRequest = (key: string) =>
  new KeyRefusal(400, {
    message:
      'Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key ' +
      `other than '${key}' if you meant to execute a different request.`,
    type: 'idempotency_error',
  })

const stillRunning = (key: string) =>
  new KeyRefusal(409, {
    code: 'idempotency_key_in_use',
    message:
      'There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, ' +
      `and the other request is still going through): ${key}. Please try again later.`,
    type: 'idempotency_error',
  })
