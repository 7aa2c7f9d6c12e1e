import { asc, eq, sql } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { unpostedOrders } from '#db/schema/index.ts'
import type { Services } from '../services.ts'
import { inTransactions } from '../slices.ts'
import { postOrder } from './post-order.ts'

/** A slice (src/slices.ts): with their syncs, some ten milliseconds. */
const AT_ONCE = 10

/** Scheduled: brings the ledger up to date with what happened to orders. Shoppers keep half of the thread. */
export const postOrders = ({ db }: Pick<Services, 'db'>): Promise<void> =>
  inTransactions(() => durably(db, (tx) => postSome(tx, AT_ONCE)))

/** @returns whether there may be more */
export function postSome(tx: DurableTx, limit: number): boolean {
  const waiting = tx.select().from(unpostedOrders).orderBy(asc(unpostedOrders.at)).limit(limit).all()
  for (const { orderId, at } of waiting) {
    postOrder(tx, orderId, at)
    tx.delete(unpostedOrders).where(eq(unpostedOrders.orderId, orderId)).run()
  }
  return waiting.length === limit
}

export const unpostedCount = (db: Db): number =>
  db.select({ n: sql<number>`count(*)` }).from(unpostedOrders).get()?.n ?? 0
