/** `body` is empty when the response was unreadable. */
export type CallResult = { ok: boolean; isReadable: boolean; body: Record<string, unknown> }

export const UNREACHABLE_SENTENCE = "We couldn't reach the shop. Please check your connection and try again."

export const post = (url: string, body: object): Promise<CallResult> =>
  call(url, {
    method: 'POST',
    headers: { ...JSON_HEADERS, 'Content-Type': 'application/json', 'X-CSRF-Token': csrfToken() },
    body: JSON.stringify(body),
  })

export const get = (url: string): Promise<CallResult> => call(url, { headers: JSON_HEADERS })

const JSON_HEADERS = { Accept: 'application/json' }

async function call(url: string, init: RequestInit): Promise<CallResult> {
  try {
    const response = await fetch(url, { ...init, credentials: 'same-origin' })
    const body: unknown = await response.json()
    return isRecord(body) ? { ok: response.ok, isReadable: true, body } : UNREADABLE
  } catch {
    return UNREADABLE
  }
}

const UNREADABLE: CallResult = { ok: false, isReadable: false, body: {} }

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// Read on each call: Turbo replaces the tag.
const csrfToken = () => document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? ''
