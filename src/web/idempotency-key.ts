import { and, eq, isNull, lt } from 'drizzle-orm'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { type Db, durably } from '#db/client.ts'
import { idempotencyKeys as keys } from '#db/schema/index.ts'
import { deriveKey, hmac } from '../tokens.ts'
import type { AppEnv } from './env.ts'
import { refuse } from './errors.tsx'

const MAX_LENGTH = 255
/** Longer than any request of ours takes: a request that began before was cut off with its process. */
const ABANDONED_MS = 60_000

/**
 * A client that is not sure whether its call arrived sends it again under the same `Idempotency-Key`, within its
 * session and a day: the same body gets the first answer again, another body 409, one still under way 409.
 */
export const idempotencyKeys = createMiddleware<AppEnv>(async function idempotent(c, next) {
  const key = c.req.header('idempotency-key')
  if (!key || c.req.method === 'GET' || c.req.method === 'HEAD') return next()
  if (key.length > MAX_LENGTH) return refuse(c, 400, 'That Idempotency-Key is too long.')

  const request = { sessionHash: c.var.visitor.sessionHash, key, requestHash: markOf(c) }
  const earlier = await begin(c.var.services.db, request, c.var.services.wallClock.now())
  if (earlier) return replay(c, earlier, request.requestHash)

  await next()
  await keepAnswer(c, request)
})

type Row = typeof keys.$inferSelect
type Request = Pick<Row, 'sessionHash' | 'key' | 'requestHash'>

/** Keyed: among what is sent are passwords, which nobody who reads the database shall try out. */
const markOf = (c: Context<AppEnv>) => {
  const { authenticity_token: _, ...body } = c.var.body
  const key = deriveKey(c.var.services.config.sessionSecret, 'idempotency')
  return hmac(key, `${c.req.method} ${c.req.path}\n${JSON.stringify(body)}`).toString('base64url')
}

/** The row of an earlier request under this key, or null when this one is the first and now has it. */
function begin(db: Db, request: Request, createdAt: number): Promise<Row | null> {
  return durably(db, (tx) => {
    tx.delete(keys)
      .where(and(oneOf(request), isNull(keys.status), lt(keys.createdAt, createdAt - ABANDONED_MS)))
      .run()
    const added = tx
      .insert(keys)
      .values({ ...request, createdAt })
      .onConflictDoNothing()
      .run()
    return added.changes === 1 ? null : (tx.select().from(keys).where(oneOf(request)).get() ?? null)
  })
}

function replay(c: Context<AppEnv>, earlier: Row, requestHash: string) {
  if (earlier.requestHash !== requestHash)
    return refuse(c, 409, 'That Idempotency-Key was used for something else.')
  if (earlier.status === null) return refuse(c, 409, 'The same request is still being worked on.')
  const headers = { 'Content-Type': 'application/json', 'Idempotent-Replayed': 'true' }
  return new Response(earlier.body, { status: earlier.status, headers })
}

/** Only answers that are final are kept: after a bug or a limit of ours the client may well try again. */
async function keepAnswer(c: Context<AppEnv>, request: Request) {
  const { status, headers } = c.res
  const isFinal = status < 500 && status !== 429 && (headers.get('content-type') ?? '').includes('json')
  const body = isFinal ? await c.res.clone().text() : null
  await durably(c.var.services.db, (tx) => {
    if (isFinal) tx.update(keys).set({ status, body }).where(oneOf(request)).run()
    else
      tx.delete(keys)
        .where(and(oneOf(request), isNull(keys.status)))
        .run()
  })
}

const oneOf = ({ sessionHash, key }: Request) => and(eq(keys.sessionHash, sessionHash), eq(keys.key, key))
