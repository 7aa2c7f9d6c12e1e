import { and, eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase } from '#db/client.ts'
import { broughtMoney, countedRefundCents, disputes, payments } from '#db/schema/index.ts'

/** What banks took of an order's payments in disputes, and nobody had refunded. Null while a bank still decides. */
export function takenByBanks(db: Db, orderId: number): number | null {
  const rows = takenStatement(db).all({ orderId })
  if (rows.some(({ isOpen }) => isOpen)) return null
  return rows.reduce(
    (sum, { takenCents, leftCents }) => sum + Math.max(0, Math.min(takenCents, leftCents)),
    0,
  )
}

const takenStatement = oncePerDatabase((db) =>
  db
    .select({
      takenCents: sql<number>`sum(${disputes.withdrawnCents} - ${disputes.reinstatedCents})`,
      leftCents: sql<number>`received_cents - ${countedRefundCents}`,
      isOpen:
        sql`max(${disputes.closedAt} is null and ${disputes.withdrawnCents} > ${disputes.reinstatedCents})`.mapWith(
          Boolean,
        ),
    })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .where(and(eq(disputes.orderId, sql.placeholder('orderId')), broughtMoney))
    .groupBy(payments.id)
    .prepare(),
)
