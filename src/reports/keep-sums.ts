import { eq, sql } from 'drizzle-orm'
import { type Db, oncePerDatabase, quickly, type Tx } from '#db/client.ts'
import {
  orders,
  reportChanges,
  reportCursors,
  reportCustomers,
  reportMemberChanges,
  reportMembers,
  reportOrders,
} from '#db/schema/index.ts'
import { addToSums } from '../analytics/sums.ts'
import type { Day, Instant } from '../day.ts'
import { dayIn, SHOP_ZONE } from '../delivery/zones.ts'
import { attemptRows } from '../jobs/attempt.ts'
import type { Services } from '../services.ts'
import { inTransactions } from '../slices.ts'
import { type CountedMember, memberPartsOf } from './member-parts.ts'
import { type PlacedOrder, partsOf } from './order-parts.ts'

/** A slice (src/slices.ts) takes a few milliseconds. */
const ORDERS_AT_ONCE = 20
const MOVEMENTS_AT_ONCE = 500
const MONEY = 'money'

/** Triggers list the orders that changed: each subtracts what it had added, and is added again as it is now. */
export const keepSums = (services: Books) => catchUp(services, Number.POSITIVE_INFINITY)

type Books = Pick<Services, 'db' | 'log'>

export async function catchUp(services: Books, maxOrders: number): Promise<void> {
  const { db } = services
  for (const kind of [ORDERS, MEMBERS]) {
    const failed = new Set<number>()
    let left = maxOrders
    await inTransactions(async () => {
      const tried = await quickly(db, (tx) => addSome(tx, services, kind, failed))
      left -= tried
      return tried >= ORDERS_AT_ONCE && left > 0
    })
  }
  await inTransactions(async () => (await quickly(db, addMoney)) === MOVEMENTS_AT_ONCE)
}

/** How many changed orders wait to be added up, 10,000 at most. */
export const waitingOrders = (db: Db): number =>
  db.get<{ n: number }>(sql`select count(*) as n from (select 1 from report_changes limit 10000)`)?.n ?? 0

type Kind = {
  /** What the log says when one can't be read. */
  failure: string
  about(id: number): Record<string, number>
  /** Those that changed. */
  changed(tx: Tx, limit: number): { id: number }[]
  add(tx: Tx, id: number): void
}

/** What can't be read waits for the next round. @returns how many were tried */
const addSome = (tx: Tx, services: Books, { changed, add, ...kind }: Kind, failed: Set<number>): number =>
  attemptRows(
    tx,
    services,
    {
      ...kind,
      limit: ORDERS_AT_ONCE,
      waiting: (most) => changed(tx, most),
      work: ({ id }) => add(tx, id),
    },
    failed,
  )

const ORDERS: Kind = {
  failure: 'an order could not be added to the reports',
  about: (order) => ({ order }),
  changed: (tx, limit) => statements(tx).changedOrders.all({ limit }),
  add(tx, orderId) {
    const order = statements(tx).order.get({ orderId })
    if (order) replaceParts(tx, order)
    if (order) addCustomerMonth(tx, order)
    statements(tx).orderIsAdded.run({ orderId })
  },
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
  changedOrders: db
    .select({ id: reportChanges.orderId })
    .from(reportChanges)
    .orderBy(reportChanges.orderId)
    .limit(sql.placeholder('limit'))
    .prepare(),
  order: db
    .select({
      id: orders.id,
      state: orders.state,
      placedAt: sql<Instant>`${orders.placedAt}`,
      totalCents: sql<number>`coalesce(${orders.totalCents}, 0)`,
      zip: orders.deliveryPostalCode,
      place: orders.deliveryState,
      arrivalOn: orders.arrivalOn,
      email: orders.email,
    })
    .from(orders)
    .where(eq(orders.id, sql.placeholder('orderId')))
    .prepare(),
  orderIsAdded: db
    .delete(reportChanges)
    .where(eq(reportChanges.orderId, sql.placeholder('orderId')))
    .prepare(),
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

const MEMBERS: Kind = {
  failure: 'a membership could not be added to the reports',
  about: (membership) => ({ membership }),
  changed: (tx, limit) =>
    tx
      .select({ id: reportMemberChanges.membershipId })
      .from(reportMemberChanges)
      .orderBy(reportMemberChanges.membershipId)
      .limit(limit)
      .all(),
  add(tx, membershipId) {
    const member = memberById(tx, membershipId)
    if (member) replaceMemberParts(tx, member)
    tx.delete(reportMemberChanges).where(eq(reportMemberChanges.membershipId, membershipId)).run()
  },
}

function replaceMemberParts(tx: Tx, member: CountedMember) {
  const membershipId = member.id
  const before = tx.select().from(reportMembers).where(eq(reportMembers.membershipId, membershipId)).get()
  const parts = memberPartsOf(tx, member)
  for (const part of before?.parts ?? []) addToSums(tx, part, -1)
  for (const part of parts) addToSums(tx, part)
  tx.insert(reportMembers)
    .values({ membershipId, parts })
    .onConflictDoUpdate({ target: reportMembers.membershipId, set: { parts } })
    .run()
}

const memberById = (tx: Tx, id: number) =>
  tx.get<CountedMember | undefined>(sql`
    select id, renew_period_type as period, created_at as createdAt, canceled_at as canceledAt
    from memberships where id = ${id}`)

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
