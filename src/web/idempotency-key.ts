import { and, eq, isNull, lt } from 'drizzle-orm'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { type Db, durably } from '#db/client.ts'
import { idempotencyKeys as keys } from '#db/schema/index.ts'
import { MINUTE_MS } from '../day.ts'
import { deriveKey, hmac } from '../tokens.ts'
import type { AppEnv } from './env.ts'
import { refuse } from './errors.tsx'

const MAX_LENGTH = 255
/** Longer than any request takes: an older one without a response died with its process. */
const ABANDONED_MS = MINUTE_MS

/** The same address and body get the first response again; another query or body, or a first request still running, gets 409. */
export const idempotencyKeys = createMiddleware<AppEnv>(async function idempotent(c, next) {
  const key = c.req.header('idempotency-key')
  if (!key || c.req.method === 'GET' || c.req.method === 'HEAD') return next()
  if (key.length > MAX_LENGTH) return refuse(c, 400, 'That Idempotency-Key is too long.')

  const request = { sessionHash: c.var.visitor.sessionHash, key, requestHash: digestOf(c) }
  const earlier = await claimKey(c.var.services.db, request, c.var.services.wallClock.now())
  if (earlier) return replay(c, earlier, request.requestHash)

  await next()
  await storeResponse(c, request)
})

type Row = typeof keys.$inferSelect
type KeyedRequest = Pick<Row, 'sessionHash' | 'key' | 'requestHash'>

/** Keyed, because bodies contain passwords, which a reader of the database could otherwise guess. */
const digestOf = (c: Context<AppEnv>) => {
  const { authenticity_token: _, ...body } = c.var.body
  const key = deriveKey(c.var.services.config.sessionSecret, 'idempotency')
  const { search } = new URL(c.req.url)
  const files = (c.var.uploads ?? []).map(({ field, bytes }) => [
    field,
    hmac(key, bytes).toString('base64url'),
  ])
  const content = JSON.stringify(files.length > 0 ? [body, files] : body)
  return hmac(key, `${c.req.method} ${c.req.path}${search}\n${content}`).toString('base64url')
}

/** @returns the row of the request that has the key already, or null */
function claimKey(db: Db, request: KeyedRequest, createdAt: number): Promise<Row | null> {
  return durably(db, (tx) => {
    tx.delete(keys)
      .where(and(isKey(request), isNull(keys.status), lt(keys.createdAt, createdAt - ABANDONED_MS)))
      .run()
    const inserted = tx
      .insert(keys)
      .values({ ...request, createdAt })
      .onConflictDoNothing()
      .run()
    return inserted.changes === 1 ? null : (tx.select().from(keys).where(isKey(request)).get() ?? null)
  })
}

function replay(c: Context<AppEnv>, earlier: Row, requestHash: string) {
  if (earlier.requestHash !== requestHash)
    return refuse(c, 409, 'That Idempotency-Key was already used for a different request.')
  if (earlier.status === null)
    return refuse(c, 409, 'The first request with that Idempotency-Key is still running.')
  const headers = { 'Content-Type': 'application/json', 'Idempotent-Replayed': 'true' }
  return new Response(earlier.body, { status: earlier.status, headers })
}

/** Stores only final responses: after a bug or a rate limit the client may try again. Codes shown once aren't kept. */
async function storeResponse(c: Context<AppEnv>, request: KeyedRequest) {
  const { status, headers } = c.res
  const isSecret = headers.get('cache-control') === 'no-store' && status < 300
  const isJson = (headers.get('content-type') ?? '').includes('json')
  const isFinal = status < 500 && status !== 429 && isJson && !isSecret
  const body = isFinal ? await c.res.clone().text() : null
  await durably(c.var.services.db, (tx) => {
    if (isFinal) tx.update(keys).set({ status, body }).where(isKey(request)).run()
    else
      tx.delete(keys)
        .where(and(isKey(request), isNull(keys.status)))
        .run()
  })
}

const isKey = ({ sessionHash, key }: KeyedRequest) =>
  and(eq(keys.sessionHash, sessionHash), eq(keys.key, key))
