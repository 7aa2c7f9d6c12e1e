import { eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase, quickly, type Tx } from '#db/client.ts'
import { reportCursors, reportCustomers, reportMembers, reportOrders } from '#db/schema/index.ts'
import { addToSums } from '../analytics/sums.ts'
import type { Day, Instant } from '../day.ts'
import { dayIn, SHOP_ZONE } from '../delivery/zones.ts'
import type { Services } from '../services.ts'
import { inTransactions } from '../slices.ts'
import { type CountedMember, memberPartsOf } from './member-parts.ts'
import { type PlacedOrder, partsOf } from './order-parts.ts'

/** A slice (src/slices.ts) takes a few milliseconds. */
const ORDERS_AT_ONCE = 20
const MOVEMENTS_AT_ONCE = 500
const MONEY = 'money'

/** Triggers list the orders that changed: each subtracts what it had added, and is added again as it is now. */
export const keepSums = ({ db }: Pick<Services, 'db'>) => catchUp(db, Number.POSITIVE_INFINITY)

export async function catchUp(db: Db, maxOrders: number): Promise<void> {
  for (const addSome of [addOrders, addMembers]) {
    let left = maxOrders
    await inTransactions(async () => {
      const added = await quickly(db, addSome)
      left -= added
      return added === ORDERS_AT_ONCE && left > 0
    })
  }
  await inTransactions(async () => (await quickly(db, addMoney)) === MOVEMENTS_AT_ONCE)
}

/** How many changed orders wait to be added up, 10,000 at most. */
export const waitingOrders = (db: Db): number =>
  db.get<{ n: number }>(sql`select count(*) as n from (select 1 from report_changes limit 10000)`)?.n ?? 0

function addOrders(tx: Tx): number {
  const changed = tx.all<PlacedOrder & { email: string | null }>(sql`
    select orders.id, state, placed_at as placedAt, coalesce(total_cents, 0) as totalCents,
      delivery_postal_code as zip, delivery_state as place, arrival_on as arrivalOn, email
    from (select order_id from report_changes order by order_id limit ${ORDERS_AT_ONCE})
    inner join orders on orders.id = order_id`)
  for (const order of changed) {
    replaceParts(tx, order)
    addCustomerMonth(tx, order)
    tx.run(sql`delete from report_changes where order_id = ${order.id}`)
  }
  return changed.length
}

function replaceParts(tx: Tx, order: PlacedOrder) {
  const before = statements(tx).added.get({ orderId: order.id })
  const parts = partsOf(tx, order)
  if (before && JSON.stringify(before.parts) === JSON.stringify(parts)) return
  for (const part of before?.parts ?? []) addToSums(tx, part, -1)
  for (const part of parts) addToSums(tx, part)
  statements(tx).remember.run({ orderId: order.id, cents: order.totalCents, parts })
}

/** Once per customer and month, whatever becomes of the order. Who has no address anymore is a customer of their own. */
function addCustomerMonth(tx: Tx, { id, email, placedAt }: PlacedOrder & { email: string | null }) {
  const first = (email === null ? null : firstOrderOf(tx, email)) ?? { id, placedAt }
  const [from, to] = [monthOf(first.placedAt), monthOf(placedAt)]
  const month = monthsBetween(from, to)
  const { changes } = statements(tx).month.run({ firstOrderId: first.id, month })
  if (changes > 0) addToSums(tx, ['cohort', from, String(month), 1, 0, 0])
}

const firstOrderOf = (tx: Tx, email: string) =>
  tx.get<{ id: number; placedAt: Instant }>(sql`
    select id, placed_at as placedAt from orders
    where lower(email) = ${email.toLowerCase()} and placed_at is not null order by placed_at, id limit 1`)

const statements = oncePerDatabase((db) => ({
  added: db
    .select()
    .from(reportOrders)
    .where(eq(reportOrders.orderId, sql.placeholder('orderId')))
    .prepare(),
  remember: db
    .insert(reportOrders)
    .values({
      orderId: sql.placeholder('orderId'),
      cents: sql.placeholder('cents'),
      parts: sql.placeholder('parts'),
    })
    .onConflictDoUpdate({
      target: reportOrders.orderId,
      set: { cents: sql`excluded.cents`, parts: sql`excluded.parts` },
    })
    .prepare(),
  month: db
    .insert(reportCustomers)
    .values({ firstOrderId: sql.placeholder('firstOrderId'), month: sql.placeholder('month') })
    .onConflictDoNothing()
    .prepare(),
  cursor: db.select().from(reportCursors).where(eq(reportCursors.name, MONEY)).prepare(),
  move: db
    .insert(reportCursors)
    .values({ name: MONEY, through: sql.placeholder('through') })
    .onConflictDoUpdate({ target: reportCursors.name, set: { through: sql`excluded.through` } })
    .prepare(),
}))

/** The first day of its month. */
const monthOf = (at: Instant) => `${dayIn(SHOP_ZONE, at).slice(0, 8)}01` as Day

const monthsBetween = (from: Day, to: Day) =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))

function addMembers(tx: Tx): number {
  const changed = tx.all<CountedMember>(sql`
    select id, renew_period_type as period, created_at as createdAt, canceled_at as canceledAt
    from (select membership_id from report_member_changes order by membership_id limit ${ORDERS_AT_ONCE})
    inner join memberships on id = membership_id`)
  for (const member of changed) {
    const membershipId = member.id
    const known = eq(reportMembers.membershipId, membershipId)
    const before = tx.select().from(reportMembers).where(known).get()
    const parts = memberPartsOf(tx, member)
    for (const part of before?.parts ?? []) addToSums(tx, part, -1)
    for (const part of parts) addToSums(tx, part)
    tx.insert(reportMembers)
      .values({ membershipId, parts })
      .onConflictDoUpdate({ target: reportMembers.membershipId, set: { parts } })
      .run()
    tx.run(sql`delete from report_member_changes where membership_id = ${membershipId}`)
  }
  return changed.length
}

type Movement = { id: number; kind: string; amountCents: number; at: Instant }

/** The ledger only grows, so a cursor is enough. */
function addMoney(tx: Tx): number {
  const through = statements(tx).cursor.get()?.through ?? 0
  const movements = tx.all<Movement>(sql`
    select id, kind, amount_cents as amountCents, at from money_movements
    where id > ${through} order by id limit ${MOVEMENTS_AT_ONCE}`)
  for (const { kind, amountCents, at } of movements)
    addToSums(tx, ['money', dayIn(SHOP_ZONE, at), kind, 1, 0, amountCents])
  const last = movements.at(-1)?.id
  if (last !== undefined) statements(tx).move.run({ through: last })
  return movements.length
}
