import { type Intent, noConnection, type StripeProblem } from './problems.ts'

export type CallResult<T> = { value: T; error?: undefined } | { error: StripeProblem; value?: undefined }

/** Calls the stand-in's endpoints next to this script. Never sends a card number. */
export function createCalls(base: string, key: string) {
  async function call<T>(path: string, body: object): Promise<CallResult<T>> {
    try {
      const response = await fetch(base + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ key, ...body }),
      })
      const result = await response.json()
      return response.ok ? { value: result } : { error: result.error }
    } catch {
      return { error: noConnection }
    }
  }

  const path = (secret: string) => {
    const id = secret.split('_secret_')[0] ?? ''
    return `/${id.startsWith('seti_') ? 'setup' : 'payment'}_intents/${encodeURIComponent(id)}`
  }

  return {
    retrieve: (secret: string) => call<Intent>(path(secret), { client_secret: secret }),
    confirm: (secret: string, body: object) =>
      call<Intent>(`${path(secret)}/confirm`, { client_secret: secret, ...body }),
    authenticate: (secret: string, outcome: 'complete' | 'fail') =>
      call<Intent>(`${path(secret)}/authenticate`, { client_secret: secret, outcome }),
    createPaymentMethod: (body: object) => call<{ id: string }>('/payment_methods', body),
    createToken: (body: object) => call<{ id: string }>('/tokens', body),
  }
}

export type Calls = ReturnType<typeof createCalls>
