import { asc, eq, sql } from 'drizzle-orm'
import { type Db, type DurableTx, durably } from '#db/client.ts'
import { unpostedOrders } from '#db/schema/index.ts'
import { attemptRows } from '../jobs/attempt.ts'
import type { Services } from '../services.ts'
import { inTransactions } from '../slices.ts'
import { postOrder } from './post-order.ts'

/** A slice (src/slices.ts): with their syncs, some ten milliseconds. */
const AT_ONCE = 10

/** Scheduled: brings the ledger up to date with what happened to orders. Shoppers keep half of the thread. */
export function postOrders(services: Pick<Services, 'db' | 'log'>): Promise<void> {
  const failed = new Set<number>()
  return inTransactions(() => durably(services.db, (tx) => postSome(tx, services, AT_ONCE, failed)))
}

/** An order that can't be posted waits for the next round. @returns whether there may be more */
export const postSome = (
  tx: DurableTx,
  services: Pick<Services, 'log'>,
  limit: number,
  failed = new Set<number>(),
): boolean =>
  attemptRows(
    tx,
    services,
    {
      failure: 'an order could not be posted',
      about: (order) => ({ order }),
      limit,
      waiting: (most) => oldest(tx, most),
      work({ id, at }) {
        postOrder(tx, id, at)
        tx.delete(unpostedOrders).where(eq(unpostedOrders.orderId, id)).run()
      },
    },
    failed,
  ) >= limit

const oldest = (tx: DurableTx, limit: number) =>
  tx
    .select({ id: unpostedOrders.orderId, at: unpostedOrders.at })
    .from(unpostedOrders)
    .orderBy(asc(unpostedOrders.at))
    .limit(limit)
    .all()

export const unpostedCount = (db: Db): number =>
  db.select({ n: sql<number>`count(*)` }).from(unpostedOrders).get()?.n ?? 0
