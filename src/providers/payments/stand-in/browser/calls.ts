import { type Intent, noConnection, type StripeProblem } from './problems.ts'

export type Outcome<T> = { value: T; error?: undefined } | { error: StripeProblem; value?: undefined }

/** The stand-in's endpoints beside this script. Card numbers are never among what is sent. */
export function createCalls(base: string, key: string) {
  async function call<T>(path: string, body: object): Promise<Outcome<T>> {
    try {
      const answer = await fetch(base + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ key, ...body }),
      })
      const read = await answer.json()
      return answer.ok ? { value: read } : { error: read.error }
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
