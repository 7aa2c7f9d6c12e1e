import { asc, eq, sql } from 'drizzle-orm'
import { type Db, type DurableTx, oncePerDatabase } from '#db/client.ts'
import { type OrderChangeDetail, type OrderChangeRow, orderChanges } from '#db/schema/order-changes.ts'
import type { Order } from '#db/schema/orders.ts'
import type { Instant } from '../day.ts'

type Kind = keyof OrderChangeDetail

/** A change with the detail of its kind. */
export type OrderChange = {
  [K in Kind]: Omit<OrderChangeRow, 'id' | 'orderId' | 'kind' | 'detail'> & {
    kind: K
    detail: OrderChangeDetail[K]
  }
}[Kind]

export type NewChange = {
  [K in Kind]: {
    kind: K
    detail: OrderChangeDetail[K]
    by: OrderChange['by']
    /** Charged on top; negative when money went back. */
    differenceCents: number
  }
}[Kind]

/** @param order as it is after the change: `advanceOrder` returns it */
export function recordChange(
  tx: DurableTx,
  { id: orderId, version }: Pick<Order, 'id' | 'version'>,
  change: NewChange,
  at: Instant,
) {
  tx.insert(orderChanges)
    .values({ orderId, version, ...change, at })
    .run()
}

/** Oldest first. */
export const changesOf = (db: Db, orderId: number): OrderChange[] =>
  statement(db).all({ orderId }).map(toChange)

const statement = oncePerDatabase((db) =>
  db
    .select()
    .from(orderChanges)
    .where(eq(orderChanges.orderId, sql.placeholder('orderId')))
    .orderBy(asc(orderChanges.version))
    .prepare(),
)

/** `recordChange` is the only writer, so the detail fits the kind. */
const toChange = (row: OrderChangeRow) => row as OrderChange
