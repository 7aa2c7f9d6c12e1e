import { sql } from 'drizzle-orm'
import { type Db, durably } from '#db/client.ts'
import { flagAgainForStaff } from '../flags/flags.ts'
import type { Services } from '../services.ts'

type Row = { what: string; summed: number; booked: number }

/**
 * Where the sums differ from the books, in words. Orders that wait to be added up count as they were: that is what the
 * sums still have.
 */
export const sumProblems = (db: Db): string[] =>
  [...moneyRows(db), ...orderRows(db)]
    .filter(({ summed, booked }) => summed !== booked)
    .map(({ what, summed, booked }) => `${what}: the reports have ${summed}, the books ${booked}`)

/** Each night. */
export async function checkSums({ db, clock }: Services) {
  const problems = sumProblems(db)
  if (problems.length === 0) return
  const detail = problems.join('; ')
  const flag = { kind: 'ledger', key: 'ledger:report sums', detail, now: clock.now() } as const
  await durably(db, (tx) => flagAgainForStaff(tx, flag))
}

const moneyRows = (db: Db): Row[] =>
  db.all<Row>(sql`
    with booked as (
      select kind, sum(amount_cents) as cents from money_movements
      where id <= coalesce((select through from report_cursors where name = 'money'), 0) group by kind),
    summed as (select name as kind, sum(cents) as cents from report_sums where kind = 'money' group by name)
    select 'money of kind ' || coalesce(booked.kind, summed.kind) as what,
      coalesce(summed.cents, 0) as summed, coalesce(booked.cents, 0) as booked
    from booked full join summed on summed.kind = booked.kind`)

const orderRows = (db: Db): Row[] =>
  db.all<Row>(sql`
    with summed as (
      select sum("count") as orders, sum(cents) as cents from report_sums where kind in ('orders', 'canceled'))
    select 'orders in the sums' as what, coalesce((select orders from summed), 0) as summed,
      (select count(*) from report_orders) as booked
    union all
    select 'cents of orders in the sums', coalesce((select cents from summed), 0),
      (select coalesce(sum(cents), 0) from report_orders)
    union all
    select 'placed orders', count(report_orders.order_id), count(*)
    from orders left join report_orders on report_orders.order_id = orders.id
    where placed_at is not null and orders.id not in (select order_id from report_changes)
    union all
    select 'cents of placed orders', coalesce(sum(report_orders.cents), 0), coalesce(sum(total_cents), 0)
    from orders left join report_orders on report_orders.order_id = orders.id
    where placed_at is not null and orders.id not in (select order_id from report_changes)`)
