import type { Driver } from './store.ts'

export type Delivery = { id: number; eventId: string; attempts: number; firstDueAt: number; json: string }

export function deliveries(db: Driver) {
  const plan = db.prepare('INSERT INTO deliveries (event_id, due_at, first_due_at, held) VALUES (?, ?, ?, ?)')
  // A claim moves the due time to the end of the lease. If the process dies, the delivery is simply due again, and no
  // second condition (claimed or expired) is needed.
  const claim = db.prepare<
    [number, number],
    { id: number; event_id: string; attempts: number; first_due_at: number }
  >(
    `UPDATE deliveries SET due_at = ?, attempts = attempts + 1 WHERE id = (
       SELECT id FROM deliveries WHERE held = 0 AND due_at <= ? ORDER BY due_at, id LIMIT 1
     ) RETURNING id, event_id, attempts, first_due_at`,
  )
  const json = db.prepare<[string], { json: string }>('SELECT json FROM objects WHERE id = ?')
  const done = db.prepare('DELETE FROM deliveries WHERE id = ?')
  const reschedule = db.prepare('UPDATE deliveries SET due_at = ? WHERE id = ?')
  const anyDue = db.prepare<[number], { id: number }>(
    'SELECT id FROM deliveries WHERE held = 0 AND due_at <= ? LIMIT 1',
  )
  const next = db.prepare<[], { at: number | null }>(
    'SELECT min(due_at) AS at FROM deliveries WHERE held = 0',
  )
  const pending = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM deliveries')
  const held = db.prepare<[], { id: number }>('SELECT id FROM deliveries WHERE held = 1 ORDER BY id')
  const release = db.prepare('UPDATE deliveries SET held = 0, due_at = ?, first_due_at = ? WHERE id = ?')
  return {
    planDelivery: (eventId: string, dueAt: number, isHeld: boolean) =>
      void plan.run(eventId, dueAt, dueAt, isHeld ? 1 : 0),
    /** Takes the oldest due delivery until the lease ends. Call it inside `quickly`. */
    claimDelivery(now: number, leaseMs: number): Delivery | undefined {
      const row = claim.get(now + leaseMs, now)
      if (!row) return undefined
      const { id, event_id: eventId, attempts, first_due_at: firstDueAt } = row
      return { id, eventId, attempts, firstDueAt, json: json.get(eventId)?.json ?? '' }
    },
    deliveryIsDue: (now: number) => anyDue.get(now) !== undefined,
    nextDeliveryAt: () => next.get()?.at ?? undefined,
    pendingDeliveries: () => pending.get()?.n ?? 0,
    deliveryDone: (id: number) => void done.run(id),
    rescheduleDelivery: (id: number, dueAt: number) => void reschedule.run(dueAt, id),
    heldDeliveries: () => held.all().map(({ id }) => id),
    releaseDelivery: (id: number, dueAt: number) => void release.run(dueAt, dueAt, id),
  }
}
