import { reasonOf } from '../../reason.ts'
import { CarrierError } from './carrier.ts'
import { readError } from './easypost-shapes.ts'

export type CallOptions = { apiKey: string; apiBase: string; fetch?: typeof fetch | undefined }

const MAX_JSON_BYTES = 2 * 1024 * 1024
const MAX_FILE_BYTES = 4 * 1024 * 1024
const FILE_TIMEOUT_MS = 15_000

/** After these a purchase may have happened, though the answer is an error. */
const MAYBE_DONE = new Set([
  'SHIPMENT.POSTAGE.EXISTS',
  'SHIPMENT.PURCHASE.IN_PROGRESS',
  'SHIPMENT.POSTAGE.TIMED_OUT',
  'SHIPMENT.POSTAGE.NO_RESPONSE',
])

/** Before a connection stands, nothing was asked. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

export type Call = { method: 'GET' | 'POST'; path: string; body?: object; timeoutMs: number }

/** One JSON call. @throws CarrierError */
export async function callEasyPost(options: CallOptions, { method, path, body, timeoutMs }: Call) {
  const response = await send(options, new URL(path, options.apiBase).href, timeoutMs, {
    method,
    headers: {
      Accept: 'application/json',
      Authorization: `Basic ${Buffer.from(`${options.apiKey}:`).toString('base64')}`,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { status, bytes } = response
  const json = parse(bytes)
  if (status >= 200 && status < 300 && json !== undefined) return json
  throw failure(status, json)
}

/** A label or a manifest at the carrier's file host, which gets no key. @throws CarrierError */
export async function fetchFile(options: CallOptions, url: string): Promise<Buffer> {
  if (!isFileUrl(url, options.apiBase))
    throw new CarrierError('not_done', 'file', 'The carrier named no address of a file.')
  const { status, bytes } = await send(options, url, FILE_TIMEOUT_MS, {}, MAX_FILE_BYTES)
  if (status === 200 && bytes.length > 0) return bytes
  throw new CarrierError('unknown', `status ${status}`, 'The carrier did not send the file.')
}

const isFileUrl = (url: string, apiBase: string) =>
  URL.canParse(url) && (new URL(url).protocol === 'https:' || new URL(url).origin === new URL(apiBase).origin)

async function send(
  options: CallOptions,
  url: string,
  timeoutMs: number,
  init: RequestInit,
  maxBytes = MAX_JSON_BYTES,
) {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await (options.fetch ?? fetch)(url, { ...init, redirect: 'manual', signal })
    return { status: response.status, bytes: await readBytes(response, maxBytes) }
  } catch (error) {
    const outcome = NOT_CONNECTED.has(codeOf(error)) ? 'not_done' : 'unknown'
    throw new CarrierError(outcome, 'no_answer', `The carrier did not answer (${reasonOf(error)}).`)
  }
}

async function readBytes(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new Error('the answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const codeOf = (error: unknown) => {
  const cause = error instanceof Error ? error.cause : null
  return typeof cause === 'object' && cause && 'code' in cause ? String(cause.code) : ''
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

/** A refusal says that nothing was done; a broken server or an answer that is no JSON does not. */
function failure(status: number, json: unknown): CarrierError {
  const { code, words } = readError(json)
  const isRefusal = status >= 400 && status < 500 && status !== 408 && json !== undefined
  const outcome = isRefusal && !MAYBE_DONE.has(code) ? 'not_done' : 'unknown'
  return new CarrierError(outcome, code || `status ${status}`, words || `The carrier answered ${status}.`)
}
