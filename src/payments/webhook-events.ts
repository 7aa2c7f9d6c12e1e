import { eq, sql } from 'drizzle-orm'
import { type Db, type DurableTx, oncePerDatabase } from '#db/client.ts'
import { webhookEvents } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'

export type Webhook = { id: string; type: string }

/** Call it in the transaction of the event's effect, so that a repeat changes nothing. */
export function isFirstDelivery(tx: DurableTx, { id, type }: Webhook, receivedAt: Instant): boolean {
  return statements(tx).add.run({ id, type, receivedAt }).changes === 1
}

export const isKnownEvent = (db: Db, id: string) => statements(db).find.get({ id }) !== undefined

const placeholder = sql.placeholder

const statements = oncePerDatabase((db) => ({
  add: db
    .insert(webhookEvents)
    .values({ id: placeholder('id'), type: placeholder('type'), receivedAt: placeholder('receivedAt') })
    .onConflictDoNothing()
    .prepare(),
  find: db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(eq(webhookEvents.id, placeholder('id')))
    .prepare(),
}))
