import { eq } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { webhookEvents } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'

export type Webhook = { id: string; type: string }

/** Call it in the transaction of the event's effect, so that a repeat changes nothing. */
export function isFirstDelivery(tx: DurableTx, { id, type }: Webhook, receivedAt: Instant): boolean {
  const { changes } = tx.insert(webhookEvents).values({ id, type, receivedAt }).onConflictDoNothing().run()
  return changes === 1
}

export const isKnownEvent = (db: Db, eventId: string) =>
  db.select({ id: webhookEvents.id }).from(webhookEvents).where(eq(webhookEvents.id, eventId)).get() !==
  undefined
