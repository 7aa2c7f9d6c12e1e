import type { DurableTx } from '#db/client.ts'
import { type MoneyKind, moneyMovements, type Order } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'

/** Recording the same reference again changes nothing. */
export function recordMoney(
  tx: DurableTx,
  order: Order,
  kind: Exclude<MoneyKind, 'gift_debit' | 'gift_credit'>,
  amountCents: number,
  reference: string,
  at: Instant,
) {
  tx.insert(moneyMovements)
    .values({ orderId: order.id, kind, amountCents, reference, at })
    .onConflictDoNothing()
    .run()
}
