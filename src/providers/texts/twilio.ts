import { z } from 'zod'
import { reasonOf } from '../../reason.ts'
import { type SentText, TextError, type Texter } from './texter.ts'

type Options = {
  accountSid: string
  authToken: string
  from: string
  apiBase: string
  fetch?: typeof fetch | undefined
}

export const TWILIO_ORIGIN = 'https://api.twilio.com'

const TIMEOUT_MS = 15_000
const MAX_BYTES = 1024 * 1024
/** Clocks differ, and the gateway cuts its times to seconds. */
const CLOCK_SLACK_MS = 5_000
const LISTED = '50'

const Message = z.object({ sid: z.string().min(1), status: z.string() })
const Listed = z.object({
  messages: z.array(Message.extend({ body: z.string().nullable(), date_created: z.string().nullable() })),
})
const Failure = z.object({ code: z.number().nullish(), message: z.string().nullish() })

/** Twilio has no idempotency key: after doubt, look the text up before sending it again. */
export function twilio(options: Options): Texter {
  const path = `/2010-04-01/Accounts/${encodeURIComponent(options.accountSid)}/Messages.json`
  return {
    async send({ to, body, reportUrl }) {
      const fields = new URLSearchParams({ To: to, Body: body, StatusCallback: reportUrl })
      fields.set(options.from.startsWith('MG') ? 'MessagingServiceSid' : 'From', options.from)
      return sentText(read(Message, await call(options, path, { method: 'POST', body: fields })))
    },
    async find({ to, body }, since): Promise<SentText | null> {
      const query = new URLSearchParams({ To: to, PageSize: LISTED })
      const { messages } = read(Listed, await call(options, `${path}?${query}`, { method: 'GET' }))
      const earliest = since - CLOCK_SLACK_MS
      const found = messages.find(
        (one) => one.body === body && Date.parse(one.date_created ?? '') >= earliest,
      )
      return found ? sentText(found) : null
    },
  }
}

const sentText = ({ sid: id, status }: z.infer<typeof Message>): SentText => ({ id, status })

async function call(
  { accountSid, authToken, apiBase, ...options }: Options,
  path: string,
  init: RequestInit,
) {
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
  const { status, json } = await answerOf(options.fetch ?? fetch, new URL(path, apiBase).href, {
    ...init,
    headers: { Authorization: `Basic ${credentials}`, Accept: 'application/json' },
  })
  if (status >= 200 && status < 300 && json !== undefined) return json
  throw failure(status, json)
}

/** Before a connection stands, nothing was asked. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

async function answerOf(fetchApi: typeof fetch, url: string, init: RequestInit) {
  try {
    const response = await fetchApi(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { status: response.status, json: parse(await readText(response)) }
  } catch (error) {
    const outcome = NOT_CONNECTED.has(causeOf(error)) ? 'not_done' : 'unknown'
    throw new TextError(outcome, null, `The gateway did not answer (${reasonOf(error)}).`)
  }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_BYTES) throw new Error('the answer is too large')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

const causeOf = (error: unknown) => {
  const cause = error instanceof Error ? error.cause : null
  return typeof cause === 'object' && cause && 'code' in cause ? String(cause.code) : ''
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function read<S extends z.ZodType>(schema: S, json: unknown): z.output<S> {
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  throw new TextError('unknown', null, 'The gateway sent an answer that cannot be read.')
}

/** A refusal says that nothing was sent; a broken server or an answer that is no JSON does not. */
function failure(status: number, json: unknown): TextError {
  const { code, message } = Failure.safeParse(json).data ?? {}
  const isRefusal = status >= 400 && status < 500 && status !== 408 && json !== undefined
  const words = message ?? `The gateway answered ${status}.`
  return new TextError(isRefusal ? 'not_done' : 'unknown', code ?? null, words)
}
