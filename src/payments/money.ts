import { and, count, eq, gte, type SQL, sql } from 'drizzle-orm'
import { type Db, type DurableTx, oncePerDatabase } from '#db/client.ts'
import { type MoneyKind, moneyMovements, type Order } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'

/**
 * `provider`: what the provider holds for us. `order`: what the order holds of its payment; money in dispute stays
 * until the order is canceled, because the bank decides about it. `refunded` and `disputed`: what its refunds and
 * disputes took. `lost`: what a dispute took of an order that was canceled. `fees`: what the
 * provider kept for itself, which is not taken off the others.
 */
export type Balance = 'provider' | 'order' | 'refunded' | 'disputed' | 'lost' | 'fees'

/** What each movement adds to the balances. Gift cards keep their own. */
const EFFECTS: Record<MoneyKind, Partial<Record<Balance, 1 | -1>>> = {
  charge: { provider: 1, order: 1 },
  refund: { provider: -1, order: -1, refunded: 1 },
  refund_failed: { provider: 1, order: 1, refunded: -1 },
  refund_replaced: { order: -1 },
  dispute_withdrawn: { provider: -1, disputed: 1 },
  dispute_reinstated: { provider: 1, disputed: -1 },
  dispute_lost: { order: -1, lost: 1 },
  dispute_regained: { order: 1, lost: -1 },
  gift_debit: {},
  gift_credit: {},
  fee: { fees: 1 },
  fee_returned: { fees: -1 },
}

/** Of a movement of this kind, on a balance: 1, -1 or 0. */
export const effectOn = (balance: Balance, kind: string): number =>
  (EFFECTS as Record<string, Partial<Record<Balance, 1 | -1>>>)[kind]?.[balance] ?? 0

/** Sums a balance over the rows of `money_movements` that a query selects. */
export function balanceOf(balance: Balance): SQL<number> {
  const effects = Object.entries(EFFECTS).map(
    ([kind, effect]) => sql`when ${kind} then ${effect[balance] ?? 0} * ${moneyMovements.amountCents}`,
  )
  return sql<number>`coalesce(sum(case ${moneyMovements.kind} ${sql.join(effects, sql` `)} end), 0)`
}

/** Recording the same reference again changes nothing. @returns whether it is new */
export function recordMoney(
  tx: DurableTx,
  order: Order,
  kind: Exclude<MoneyKind, 'gift_debit' | 'gift_credit'>,
  amountCents: number,
  reference: string,
  at: Instant,
): boolean {
  return addStatement(tx).run({ orderId: order.id, kind, amountCents, reference, at }).changes === 1
}

/** How often an order's money came since then. What an open order got was refunded. */
export const chargesSince = (db: Db, orderId: number, since: Instant): number =>
  db
    .select({ n: count() })
    .from(moneyMovements)
    .where(
      and(
        eq(moneyMovements.orderId, orderId),
        eq(moneyMovements.kind, 'charge'),
        gte(moneyMovements.at, since),
      ),
    )
    .get()?.n ?? 0

const addStatement = oncePerDatabase((db) =>
  db
    .insert(moneyMovements)
    .values({
      orderId: sql.placeholder('orderId'),
      kind: sql.placeholder('kind'),
      amountCents: sql.placeholder('amountCents'),
      reference: sql.placeholder('reference'),
      at: sql.placeholder('at'),
    })
    .onConflictDoNothing()
    .prepare(),
)
