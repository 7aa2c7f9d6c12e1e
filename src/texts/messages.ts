import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db, DurableTx, Tx } from '#db/client.ts'
import { type TextKind, type TextMessage, textMessages } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { enqueue } from '../jobs/queue.ts'
import { toGsm } from './gsm.ts'
import { SEND_TEXT } from './send-text.ts'
import { nextTextAt } from './text-hours.ts'

export type NewText = {
  /** Names the text: with the same key it goes out once. */
  key: string
  kind: TextKind
  /** E.164 */
  phone: string
  /** Of the recipient, for quiet hours; null where it isn't known. */
  zip: string | null
  body: string
  /** What it is about: a newer text about the same matter replaces one that still waits. */
  matter?: string
  subscriptionId?: number
  orderId?: number
}

/** In the transaction of its cause. It waits for morning where it's night. @returns false if it was enqueued before */
export function enqueueText(tx: Tx, { body, ...text }: NewText, now: Instant): boolean {
  const row = tx
    .insert(textMessages)
    .values({ ...text, body: toGsm(body), createdAt: now })
    .onConflictDoNothing()
    .returning({ id: textMessages.id })
    .get()
  if (!row) return false
  if (text.matter !== undefined)
    dropWaiting(tx, sql`${textMessages.matter} = ${text.matter} and ${textMessages.id} <> ${row.id}`)
  const runAt = nextTextAt(tx, text, now)
  enqueue(tx, SEND_TEXT, { textId: row.id }, { key: `send_text:${row.id}`, now, runAt })
  return true
}

/** Texts of this kind that still wait aren't sent anymore. */
export const dropWaiting = (tx: Tx, which: SQL) =>
  void tx
    .update(textMessages)
    .set({ state: 'dropped' })
    .where(and(sql`${textMessages.state} = 'waiting'`, which))
    .run()

export const textById = (db: Db, id: number): TextMessage | undefined =>
  db.select().from(textMessages).where(eq(textMessages.id, id)).get()

export const changeText = (tx: DurableTx, id: number, change: Partial<TextMessage>) =>
  void tx.update(textMessages).set(change).where(eq(textMessages.id, id)).run()

/** How many of these kinds a number was meant to get since then. */
export const textsTo = (db: Db, phone: string, kinds: TextKind[], since: Instant): number =>
  db
    .select({ n: sql<number>`count(*)` })
    .from(textMessages)
    .where(
      and(
        eq(textMessages.phone, phone),
        inArray(textMessages.kind, kinds),
        gt(textMessages.createdAt, since),
      ),
    )
    .get()?.n ?? 0
