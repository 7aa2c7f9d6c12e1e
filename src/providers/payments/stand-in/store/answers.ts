import type { Driver } from './store.ts'

/** An answer remembered under an idempotency key; `status` is null while the first request is still running. */
export type Remembered = {
  request: string
  requestId: string
  status: number | null
  body: string
  keptAt: number
}

export function answers(db: Driver) {
  const find = db.prepare<[string], Remembered>(
    'SELECT request, request_id AS requestId, status, body, kept_at AS keptAt FROM answers WHERE key = ?',
  )
  const keep = db.prepare(`INSERT OR REPLACE INTO answers (key, request, request_id, status, body, kept_at)
    VALUES (@key, @request, @requestId, @status, @body, @keptAt)`)
  const forget = db.prepare('DELETE FROM answers WHERE key = ?')
  const cleanUp = db.prepare('DELETE FROM answers WHERE kept_at < ?')
  return {
    remembered: (key: string) => find.get(key),
    remember: (key: string, answer: Remembered) => void keep.run({ key, ...answer }),
    forgetAnswer: (key: string) => void forget.run(key),
    forgetAnswersBefore: (at: number) => void cleanUp.run(at),
  }
}
