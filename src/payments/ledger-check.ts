import { sql } from 'drizzle-orm'
import { type Db, durably } from '#db/client.ts'
import { flagForStaff } from '../flags/flags.ts'
import type { Services } from '../services.ts'

/**
 * The nightly audit. The ledgers and the tables must agree:
 * - Units on hand in a center equal the sum of the stock movements of that offer there.
 * - A placed order that is not canceled, refunded or in review holds exactly its total: card charges, less refunds,
 *   less partial refunds still to be sent.
 * - An order that was never placed holds no money, unless its payment is being refunded.
 */

export async function checkLedgers({ db, clock }: Services) {
  const problems = ledgerProblems(db)
  if (problems.length === 0) return
  await durably(db, (tx) => {
    for (const problem of problems)
      flagForStaff(tx, `ledger:${problem}`, null, 'ledger', problem, clock.now())
  })
}

export function ledgerProblems(db: Db): string[] {
  const stockDifferences = db.all<{ offerId: number; fcId: number; onHand: number; moved: number }>(sql`
    select s.offer_id as offerId, s.fc_id as fcId, s.on_hand as onHand, coalesce(sum(m.delta), 0) as moved
    from stock s left join stock_movements m on m.offer_id = s.offer_id and m.fc_id = s.fc_id
    group by s.offer_id, s.fc_id having s.on_hand <> coalesce(sum(m.delta), 0)`)
  const orderDifferences = db.all<{ identifier: string; total: number; kept: number }>(sql`
    select o.identifier, coalesce(o.total_cents, 0) as total, coalesce(sum(
      case m.kind when 'charge' then m.amount_cents when 'refund' then -m.amount_cents else 0 end), 0) - (
        select coalesce(sum(r.amount_cents), 0) from partial_refunds r
        where r.order_id = o.id and r.sent_at is null) as kept
    from orders o left join money_movements m on m.order_id = o.id
    where o.state in ('paid', 'in_wave', 'shipped', 'delivered')
    group by o.id having kept <> total`)
  const unplacedBalances = db.all<{ identifier: string; kept: number }>(sql`
    select o.identifier, sum(case m.kind when 'charge' then m.amount_cents when 'refund' then -m.amount_cents else 0 end) as kept
    from orders o join money_movements m on m.order_id = o.id
    where o.placed_at is null
      and not exists (select 1 from payments p where p.order_id = o.id and p.status = 'refunding')
    group by o.id having kept <> 0`)
  return [
    ...unplacedBalances.map((row) => `order ${row.identifier} was never placed but holds ${row.kept} cents`),
    ...stockDifferences.map(
      (row) =>
        `offer ${row.offerId} in center ${row.fcId}: ${row.onHand} on hand, but ${row.moved} in the ledger`,
    ),
    ...orderDifferences.map(
      (row) => `order ${row.identifier} holds ${row.kept} cents, but its total is ${row.total}`,
    ),
  ]
}
