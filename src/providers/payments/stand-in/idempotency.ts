import { createHash } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from '../../../day.ts'
import type { Deps } from './deps.ts'
import { Refusal } from './refusals.ts'
import type { ApiResponse } from './responses.ts'
import type { Incoming } from './secret-key-handler.ts'

const MAX_KEY_LENGTH = 255
/** A request running longer than this died with its process, and its key is free again. */
const ABANDONED_MS = MINUTE_MS
/** Stripe forgets keys after a day. */
export const KEY_LIFETIME_MS = DAY_MS

export type Reply = { status: number; json: string; headers?: Record<string, string> }

/** Does the work, or replays its first response. The work and the saved response are one durable transaction. */
export function runOnce(deps: Deps, incoming: Incoming, work: () => ApiResponse): Reply {
  const { key } = incoming
  if (key === null) return deps.store.durably(work)
  if (key.length > MAX_KEY_LENGTH) throw tooLong()
  try {
    return deps.store.durably(() => {
      const replay = findReplay(deps, incoming, key)
      if (replay) return replay
      const response = work()
      rememberResponse(deps, incoming, key, response)
      return response
    })
  } catch (error) {
    if (error instanceof Refusal && !(error instanceof KeyRefusal)) recordRefusal(deps, incoming, key, error)
    throw error
  }
}

export function reserveKey(deps: Deps, incoming: Incoming) {
  const { key } = incoming
  if (key === null || incoming.method === 'GET') return
  deps.store.durably(() => {
    const row = deps.store.findAnswer(key)
    if (!row || isAbandoned(deps, row)) saveKey(deps, incoming, key, null, '')
  })
}

class KeyRefusal extends Refusal {}

function findReplay(deps: Deps, incoming: Incoming, key: string): Reply | null {
  const row = deps.store.findAnswer(key)
  if (!row || row.requestId === incoming.id || isAbandoned(deps, row)) return null
  if (row.request !== requestDigest(incoming)) throw otherRequest(key)
  if (row.status === null) throw stillRunning(key)
  return {
    status: row.status,
    json: row.body,
    headers: { 'Idempotent-Replayed': 'true', 'Original-Request': row.requestId },
  }
}

const isAbandoned = (deps: Deps, row: { status: number | null; savedAt: number }) =>
  row.status === null ? row.savedAt < deps.now() - ABANDONED_MS : row.savedAt < deps.now() - KEY_LIFETIME_MS

/** Remembers refusals of work that had begun. Invalid parameters free the key, so the caller can fix and retry. */
function recordRefusal(deps: Deps, incoming: Incoming, key: string, refusal: Refusal) {
  deps.store.durably(() => {
    const row = deps.store.findAnswer(key)
    if (row && row.requestId !== incoming.id) return
    if (refusal.begun) saveKey(deps, incoming, key, refusal.status, JSON.stringify({ error: refusal.body }))
    else deps.store.deleteAnswer(key)
  })
}

const rememberResponse = (deps: Deps, incoming: Incoming, key: string, { status, json }: ApiResponse) =>
  saveKey(deps, incoming, key, status, json)

function saveKey(deps: Deps, incoming: Incoming, key: string, status: number | null, body: string) {
  deps.store.saveAnswer(key, {
    request: requestDigest(incoming),
    requestId: incoming.id,
    status,
    body,
    savedAt: deps.now(),
  })
}

const requestDigest = ({ method, path, body }: Incoming) =>
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
