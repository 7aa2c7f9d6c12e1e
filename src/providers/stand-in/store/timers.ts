import type { Driver } from './store.ts'

export function timers(db: Driver) {
  const set = db.prepare('INSERT OR REPLACE INTO timers (object_id, due_at) VALUES (?, ?)')
  const clear = db.prepare('DELETE FROM timers WHERE object_id = ?')
  const due = db.prepare<[number], { id: string }>(
    'SELECT object_id AS id FROM timers WHERE due_at <= ? ORDER BY due_at',
  )
  const next = db.prepare<[], { at: number | null }>('SELECT min(due_at) AS at FROM timers')
  return {
    setTimer: (id: string, dueAt: number) => void set.run(id, dueAt),
    clearTimer: (id: string) => void clear.run(id),
    timersDue: (now: number) => due.all(now).map(({ id }) => id),
    nextTimerAt: () => next.get()?.at ?? undefined,
  }
}
