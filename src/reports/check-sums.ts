import { sql } from 'drizzle-orm'
import { type Db, durably } from '#db/client.ts'
import { inWindow, windowsOf } from '#db/windows.ts'
import { flagAgainForStaff } from '../flags/flags.ts'
import { withSnapshot } from '../jobs/reader.ts'
import type { Services } from '../services.ts'
import { inSlices } from '../slices.ts'

/** Each night. Of one moment, because sums of many slices are compared. */
export async function checkSums(services: Services) {
  const problems: string[] = []
  await withSnapshot(services, (reader) => inSlices(sumSlices(reader, problems)))
  if (problems.length === 0) return
  const detail = problems.join('; ')
  const flag = { kind: 'ledger', key: 'ledger:report sums', detail, now: services.clock.now() } as const
  await durably(services.db, (tx) => flagAgainForStaff(tx, flag))
}

/**
 * Where the sums differ from the books, in words. Orders that wait to be added up count as they were: that is what the
 * sums still have.
 */
export function sumProblems(db: Db): string[] {
  const problems: string[] = []
  for (const _ of sumSlices(db, problems));
  return problems
}

export function* sumSlices(db: Db, problems: string[]) {
  const compare = (what: string, summed = 0, booked = 0) => {
    if (summed !== booked) problems.push(`${what}: the reports have ${summed}, the books ${booked}`)
  }
  yield* moneySlices(db, compare)
  yield* orderSlices(db, compare)
  compareMembers(db, compare)
}

type Compare = (what: string, summed?: number, booked?: number) => void

const MOVEMENTS_AT_ONCE = 5_000

function* moneySlices(db: Db, compare: Compare) {
  const booked = new Map<string, number>()
  for (const window of windowsOf(db, sql`money_movements`, MOVEMENTS_AT_ONCE)) {
    const rows = db.all<{ kind: string; cents: number }>(sql`
      select kind, sum(amount_cents) as cents from money_movements
      where ${inWindow(sql`id`, window)}
        and id <= coalesce((select through from report_cursors where name = 'money'), 0) group by kind`)
    for (const { kind, cents } of rows) booked.set(kind, (booked.get(kind) ?? 0) + cents)
    yield
  }
  const summed = new Map(
    db
      .all<{ kind: string; cents: number }>(sql`
        select name as kind, sum(cents) as cents from report_sums where kind = 'money' group by name`)
      .map(({ kind, cents }) => [kind, cents]),
  )
  for (const kind of new Set([...booked.keys(), ...summed.keys()]))
    compare(`money of kind ${kind}`, summed.get(kind), booked.get(kind))
}

/** Of those that changed since, the sums have what they had: nothing to compare. */
function compareMembers(db: Db, compare: Compare) {
  if (db.get(sql`select 1 as waits from report_member_changes limit 1`)) return
  const sums = new Map(
    db
      .all<{ kind: string; count: number }>(sql`
        select kind, sum("count") as count from report_sums
        where kind in ('member_began', 'member_left', 'box_placed', 'box_skipped', 'box_failed') group by kind`)
      .map(({ kind, count }) => [kind, count]),
  )
  const members = db.get<{ began: number; left: number }>(sql`
    select count(*) as began, count(canceled_at) as "left" from memberships`)
  compare('memberships', sums.get('member_began'), members.began)
  compare('ended memberships', sums.get('member_left'), members.left)
  const boxes = new Map(
    db
      .all<{ state: string; count: number }>(sql`
        select state, count(*) as count from membership_boxes group by state`)
      .map(({ state, count }) => [state, count]),
  )
  for (const state of ['placed', 'skipped', 'failed'])
    compare(`${state} boxes of members`, sums.get(`box_${state}`), boxes.get(state))
}

const ORDERS_AT_ONCE = 2_000

type OrderSums = Record<'kept' | 'keptCents' | 'added' | 'placed' | 'addedCents' | 'placedCents', number>

function* orderSlices(db: Db, compare: Compare) {
  const all: OrderSums = { kept: 0, keptCents: 0, added: 0, placed: 0, addedCents: 0, placedCents: 0 }
  for (const window of windowsOf(db, sql`orders`, ORDERS_AT_ONCE)) {
    const sums = db.get<OrderSums>(sql`
      select count(r.order_id) as kept, coalesce(sum(r.cents), 0) as keptCents,
        count(iif(isIn, r.order_id, null)) as added, count(iif(isIn, o.id, null)) as placed,
        coalesce(sum(iif(isIn, r.cents, 0)), 0) as addedCents,
        coalesce(sum(iif(isIn, o.total_cents, 0)), 0) as placedCents
      from (select id, total_cents, placed_at is not null and id not in (select order_id from report_changes) as isIn
            from orders where ${inWindow(sql`id`, window)}) o
      left join report_orders r on r.order_id = o.id`)
    for (const name of Object.keys(all) as (keyof OrderSums)[]) all[name] += sums[name]
    yield
  }
  const summed = db.get<{ orders: number; cents: number }>(sql`
    select coalesce(sum("count"), 0) as orders, coalesce(sum(cents), 0) as cents
    from report_sums where kind in ('orders', 'canceled')`)
  compare('orders in the sums', summed.orders, all.kept)
  compare('cents of orders in the sums', summed.cents, all.keptCents)
  compare('placed orders', all.added, all.placed)
  compare('cents of placed orders', all.addedCents, all.placedCents)
}
