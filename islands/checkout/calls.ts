/** What a call came back with; `body` is empty when nothing readable came. */
export type Answer = { ok: boolean; readable: boolean; body: Record<string, unknown> }

export const UNREACHABLE_SENTENCE = "We couldn't reach the shop. Please check your connection and try again."

export const post = (url: string, body: object): Promise<Answer> =>
  call(url, {
    method: 'POST',
    headers: { ...JSON_HEADERS, 'Content-Type': 'application/json', 'X-CSRF-Token': csrfToken() },
    body: JSON.stringify(body),
  })

export const get = (url: string): Promise<Answer> => call(url, { headers: JSON_HEADERS })

const JSON_HEADERS = { Accept: 'application/json' }

async function call(url: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(url, { ...init, credentials: 'same-origin' })
    const body: unknown = await response.json()
    return isRecord(body) ? { ok: response.ok, readable: true, body } : NOTHING
  } catch {
    return NOTHING
  }
}

const NOTHING: Answer = { ok: false, readable: false, body: {} }

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// Read anew at each call: Turbo renews the tag.
const csrfToken = () => document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? ''
