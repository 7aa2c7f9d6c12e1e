import { and, eq, isNull, sql } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { type Recall, recallOrders, recallPeople, recalls } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { isStale, versionOf } from '../tokens.ts'
import type { RecallCase } from './recall-lots.ts'

export const caseOf = ({ recallClass, caseNumber }: RecallCase): RecallCase => ({ recallClass, caseNumber })

/** @param seen version of the case that the page showed; empty from scripts that saw none */
export function setCase(
  tx: DurableTx,
  recall: Recall,
  facts: RecallCase,
  seen: string,
): { did: 'changed'; before: RecallCase } | { did: 'unchanged' | 'stale' } {
  const before = caseOf(tx.select().from(recalls).where(eq(recalls.id, recall.id)).get() ?? recall)
  if (versionOf(before) === versionOf(caseOf(facts))) return { did: 'unchanged' }
  if (isStale(seen, before)) return { did: 'stale' }
  tx.update(recalls).set(facts).where(eq(recalls.id, recall.id)).run()
  return { did: 'changed', before }
}

type Person = { orderToken: string; role: 'buyer' | 'recipient' }

/** Keeps when a clerk reached someone by phone. What is kept already stays. @returns false if there is no such person to tell */
export function markCalled(
  tx: DurableTx,
  { id }: Recall,
  { orderToken, role }: Person,
  now: Instant,
): boolean {
  const person = tx
    .select({ id: recallPeople.id })
    .from(recallPeople)
    .innerJoin(
      recallOrders,
      and(eq(recallOrders.recallId, recallPeople.recallId), eq(recallOrders.orderId, recallPeople.orderId)),
    )
    .where(
      and(
        eq(recallPeople.recallId, id),
        eq(recallPeople.role, role),
        eq(recallOrders.box, 'shipped'),
        sql`${recallPeople.orderId} = (select id from orders where token = ${orderToken})`,
      ),
    )
    .get()
  if (!person) return false
  tx.update(recallPeople)
    .set({ sentAt: now, toldBy: 'phone' })
    .where(and(eq(recallPeople.id, person.id), isNull(recallPeople.sentAt)))
    .run()
  return true
}
