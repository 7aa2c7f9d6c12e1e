import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { inWindow, type Window } from '#db/windows.ts'
import { centsToPost } from './post-order.ts'

/** Orders not yet in the ledger are computed one by one; only an update of the shop leaves more than this many. */
const MAX_RECKONED = 1_000

/** Closed statements are the sums of their entries, and nothing more than they owe was paid. */
export function* statementProblems(db: Db): Generator<string[]> {
  yield unevenStatements(db)
  yield payoutProblems(db)
}

type Held = { id: number; identifier: string; held: number; posted: number; isWaiting: number }

/**
 * Farms' shares, the shop's share, delivery, tax and gift cards sold, less what the shop gave away, are what orders hold
 * by the money ledger and by balances spent.
 * @param heldByCard of the rows of `money_movements` that a query selects
 */
export function sharedProblems(db: Db, heldByCard: SQL<number>, window: Window): string[] {
  const ofOrders = inWindow(sql`order_id`, window)
  const rows = db.all<Held>(sql`
    with moved as (
      select order_id, ${heldByCard} as cents from money_movements where ${ofOrders} group by order_id
    ), owed as (
      select order_id, sum(amount_cents) as cents from refunds
      where ${ofOrders} and (status in ('owed', 'asked') or (status = 'failed' and resolution is null)) group by order_id
    ), spent as (
      select order_id, sum(spent_cents) as cents from order_gift_cards where ${ofOrders} group by order_id
    ), goods as (
      select order_id, sum(goods_cents) as cents from farm_entries where ${ofOrders} group by order_id
    ), others as (
      select order_id, sum(cents) as cents from shop_entries where ${ofOrders} group by order_id
    ), sums as (
      select o.id, o.identifier,
        coalesce(m.cents, 0) - coalesce(w.cents, 0) + coalesce(s.cents, 0) as held,
        coalesce(g.cents, 0) + coalesce(e.cents, 0) as posted,
        exists (select 1 from unposted_orders where order_id = o.id) as isWaiting
      from orders o left join moved m on m.order_id = o.id left join owed w on w.order_id = o.id
        left join spent s on s.order_id = o.id left join goods g on g.order_id = o.id
        left join others e on e.order_id = o.id
      where o.placed_at is not null and ${inWindow(sql`o.id`, window)}
    )
    select * from sums where held <> posted or isWaiting`)
  const waiting = rows.filter(({ isWaiting }) => isWaiting).slice(0, MAX_RECKONED)
  return [
    ...rows.filter(({ isWaiting }) => !isWaiting).flatMap(unequal),
    ...waiting.flatMap((row) => problemOfWaiting(db, row)),
  ]
}

const unequal = ({ identifier, held, posted }: Held): string[] =>
  held === posted
    ? []
    : [`order ${identifier} holds ${held} cents, but its farms, the shop and the tax have ${posted}`]

/** Why an order can't be read is in the log of each round that posts orders. */
function problemOfWaiting(db: Db, row: Held): string[] {
  try {
    return unequal({ ...row, posted: centsToPost(db, row.id) })
  } catch {
    return [`order ${row.identifier} can't be read, so its money isn't in the ledger`]
  }
}

function unevenStatements(db: Db): string[] {
  const rows = db.all<{ slug: string; period: string; owed: number; summed: number }>(sql`
    select f.slug, s.period, s.owed_cents as owed, s.carried_cents +
      (select coalesce(sum(sold_cents - fee_cents), 0) from farm_entries
       where farm_id = s.farm_id and period = s.period) as summed
    from farm_statements s join farms f on f.id = s.farm_id
    where s.owed_cents <> summed or s.owed_cents <> s.sold_cents + s.refunded_cents + s.short_cents + s.weight_cents
      + s.given_cents + s.claim_cents - s.fee_cents + s.carried_cents`)
  return rows.map(
    ({ slug, period, owed, summed }) =>
      `the statement of ${slug} for ${period} says ${owed} cents, but its entries add up to ${summed}`,
  )
}

function payoutProblems(db: Db): string[] {
  const rows = db.all<{ slug: string; period: string; owed: number; paid: number }>(sql`
    select f.slug, s.period, s.owed_cents as owed, sum(p.cents) as paid
    from farm_payouts p join farm_statements s on s.id = p.statement_id join farms f on f.id = s.farm_id
    group by s.id having sum(p.cents) > max(0, s.owed_cents) or sum(p.cents) < 0`)
  return rows.map(
    ({ slug, period, owed, paid }) =>
      `the statement of ${slug} for ${period} owes ${owed} cents, but ${paid} were paid`,
  )
}
