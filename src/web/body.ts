import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { parse as parseQuery } from 'qs'
import type { AppEnv, Body } from './env.ts'
import { refuse } from './errors.tsx'
import { isReport, REPORT_BYTES } from './reports.ts'
import { endSlowBody } from './slow-clients.ts'
import { readUpload, takesFiles, UPLOAD_BODY_BYTES, type Upload, uploadsIn } from './uploads.ts'

const LIMIT_BYTES = 64 * 1024
const MAX_FIELDS = 200
const MAX_DEPTH = 10

type BodyRead = { ok: true; body: Body; uploads?: Upload[] } | { ok: false; status: 400 | 413 | 503 }

const UNREADABLE = { ok: false, status: 400 } as const
const TOO_LARGE = { ok: false, status: 413 } as const
const BUSY = { ok: false, status: 503 } as const

/** Parses JSON, urlencoded and multipart bodies into one record of fields; refuses the rest (GND-3). */
export function bodies(findVisitor: MiddlewareHandler<AppEnv>) {
  return createMiddleware<AppEnv>(async function body(c, next) {
    const read = await readBody(c)
    if (!read.ok) return refuseBody(c, read.status)
    c.set('body', read.body)
    if (read.uploads) c.set('uploads', read.uploads)
    await next()
  })

  /** The visitor isn't known yet, but a page with an empty box would look as if theirs was lost. */
  async function refuseBody(c: Context<AppEnv>, status: keyof typeof REFUSALS) {
    if (status === 503) c.header('Retry-After', '30')
    await findVisitor(c, async () => {
      c.res = await refuse(c, status, status === 413 && takesFiles(c) ? FILES_TOO_LARGE : REFUSALS[status])
    })
    return c.res
  }
}

const FILES_TOO_LARGE = 'Your files are too large. Please choose files of at most 8 MB each.'

const REFUSALS = {
  400: "We couldn't read that request.",
  413: "That's too large for us to accept.",
  503: 'Many people are sending photos right now. Please try again in a minute.',
}

async function readBody(c: Context<AppEnv>): Promise<BodyRead> {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return { ok: true, body: {} }
  if (takesFiles(c)) return (await readUpload(c, () => readMultipart(c))) ?? BUSY
  const isSmall = isReport(c)
  const bytes = await readBytes(c, isSmall ? REPORT_BYTES : LIMIT_BYTES)
  c.var.resumeWork?.()
  if (bytes === 'too_large') return TOO_LARGE
  if (bytes === 'cut_off') return UNREADABLE
  if (bytes.length === 0) return { ok: true, body: {} }
  return parseBody(c.req.header('content-type') ?? '', bytes, isSmall ? REPORT_BYTES : MAX_FIELDS)
}

export async function readBytes(
  c: Context,
  limit: number,
  isUpload = false,
): Promise<Buffer | 'too_large' | 'cut_off'> {
  const request = c.req.raw
  const announced = request.headers.get('content-length')
  if (announced !== null && !(Number(announced) <= limit)) return 'too_large'
  const stopWatching = endSlowBody(c, isUpload)
  try {
    if (announced === null) return await readCounted(request, limit)
    return Buffer.from(await request.arrayBuffer()) // never more than announced, and without a web stream's cost
  } catch {
    return 'cut_off'
  } finally {
    stopWatching()
  }
}

/** Counts the bytes as they arrive: a chunked body doesn't announce its length. */
async function readCounted(request: Request, limit: number): Promise<Buffer | 'too_large' | 'cut_off'> {
  if (!request.body) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > limit) return 'too_large'
      chunks.push(chunk)
    }
  } catch {
    return 'cut_off'
  }
  return Buffer.concat(chunks)
}

async function parseBody(contentType: string, bytes: Buffer, maxFields: number): Promise<BodyRead> {
  const type = contentType.split(';')[0]?.trim().toLowerCase()
  if (type === 'application/json') return parseJson(bytes, maxFields)
  if (type === 'application/x-www-form-urlencoded') return parseFields(bytes.toString('utf8'))
  if (type === 'multipart/form-data') return parseMultipart(contentType, bytes)
  return UNREADABLE
}

function parseJson(bytes: Buffer, maxFields: number): BodyRead {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return UNREADABLE
    if (depthOf(value) > MAX_DEPTH || countFields(value) > maxFields) return UNREADABLE
    return { ok: true, body: value as Body }
  } catch {
    return UNREADABLE
  }
}

/** Reads `gift_info[message]` and `order_tokens[]` as records and lists, as Rails does. */
function parseFields(text: string): BodyRead {
  try {
    const body = parseQuery(text, {
      parameterLimit: MAX_FIELDS,
      throwOnLimitExceeded: true,
      depth: MAX_DEPTH,
      strictDepth: true,
      arrayLimit: MAX_FIELDS,
    })
    return { ok: true, body }
  } catch {
    return UNREADABLE
  }
}

async function readMultipart(c: Context<AppEnv>): Promise<BodyRead> {
  const bytes = await readBytes(c, UPLOAD_BODY_BYTES, true)
  c.var.resumeWork?.()
  if (bytes === 'too_large') return TOO_LARGE
  if (bytes === 'cut_off') return UNREADABLE
  return parseMultipart(c.req.header('content-type') ?? '', bytes, true)
}

async function parseMultipart(contentType: string, bytes: Buffer, hasUploads = false): Promise<BodyRead> {
  try {
    const form = await new Response(new Uint8Array(bytes), {
      headers: { 'content-type': contentType },
    }).formData()
    const fields = new URLSearchParams()
    for (const [name, value] of form) if (typeof value === 'string') fields.append(name, value)
    const read = parseFields(fields.toString())
    return read.ok && hasUploads ? { ...read, uploads: await uploadsIn(form) } : read
  } catch {
    return UNREADABLE
  }
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

function countFields(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, part) => sum + countFields(part), 0)
}
