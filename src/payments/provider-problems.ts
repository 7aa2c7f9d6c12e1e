import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { inWindow, type Window } from '#db/windows.ts'
import { DAY_MS } from '../day.ts'
import { balanceOf } from './money.ts'
import { readMarks } from './provider-marks.ts'

type Row = { identifier: string; ours: number; theirs: number; fees: number; theirFees: number }

/**
 * What the provider booked for an order against what we booked. Only what both have had time for: its newest row is a
 * day old, and ours are from before its ledger was read. Money that a bank only holds isn't in its ledger yet.
 */
export function providerProblems(db: Db, window: Window): string[] {
  const { through, movementId } = readMarks(db)
  const ofOrders = inWindow(sql`order_id`, window)
  const rows = db.all<Row>(sql`
    with theirs as (
      select order_id, sum(amount_cents) as cents, sum(fee_cents) as fees, max(at) as newest
      from provider_transactions where order_id is not null and ${ofOrders} group by order_id
    ), ours as (
      select order_id, ${balanceOf('provider')} as cents, ${balanceOf('fees')} as fees,
        max(iif(kind in ('fee', 'fee_returned'), 0, id)) as newest
      from money_movements where ${ofOrders} group by order_id
    )
    select o.identifier, coalesce(ours.cents, 0) as ours, theirs.cents as theirs, coalesce(ours.fees, 0) as fees,
      theirs.fees as theirFees
    from theirs inner join orders o on o.id = theirs.order_id left join ours on ours.order_id = theirs.order_id
    where theirs.newest < ${through - DAY_MS} and coalesce(ours.newest, 0) <= ${movementId}
      and (ours <> theirs or coalesce(ours.fees, 0) <> theirs.fees)
      and not exists (select 1 from payments where order_id = o.id and held_until is not null)`)
  return rows.map(
    ({ identifier, ours, theirs, fees, theirFees }) =>
      `order ${identifier}: the provider booked ${theirs} cents and ${theirFees} of fees, we ${ours} and ${fees}`,
  )
}
