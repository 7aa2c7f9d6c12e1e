import type { Driver } from './store.ts'

/** A response stored under an idempotency key; `status` is null while the first request is running. */
export type StoredAnswer = {
  request: string
  requestId: string
  status: number | null
  body: string
  savedAt: number
}

export function answers(db: Driver) {
  const find = db.prepare<[string], StoredAnswer>(
    'SELECT request, request_id AS requestId, status, body, kept_at AS savedAt FROM answers WHERE key = ?',
  )
  const keep = db.prepare(`INSERT OR REPLACE INTO answers (key, request, request_id, status, body, kept_at)
    VALUES (@key, @request, @requestId, @status, @body, @savedAt)`)
  const forget = db.prepare('DELETE FROM answers WHERE key = ?')
  const deleteBefore = db.prepare('DELETE FROM answers WHERE kept_at < ?')
  return {
    findAnswer: (key: string) => find.get(key),
    saveAnswer: (key: string, answer: StoredAnswer) => void keep.run({ key, ...answer }),
    deleteAnswer: (key: string) => void forget.run(key),
    deleteAnswersBefore: (at: number) => void deleteBefore.run(at),
  }
}
