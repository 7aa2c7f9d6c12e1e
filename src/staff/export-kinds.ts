import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { Instant } from '../day.ts'
import { dayIn, SHOP_ZONE } from '../delivery/zones.ts'
import { effectOn } from '../payments/money.ts'

export type Cells = Record<string, string | number | null>

/** From midnight to midnight. */
export type Span = { since: Instant; until: Instant }

/** All of them are of the whole shop, for staff alone. */
export type ExportKind = {
  id: string
  title: string
  about: string
  columns: readonly string[]
  /** The table whose ids are walked, in windows. */
  table: 'orders' | 'money_movements' | 'users'
  /** The rows of some ids in a time. */
  read(db: Db, ids: SQL, span: Span): Cells[]
  /** Adds up what it read instead of writing it row by row. */
  sum?(rows: Cells[]): Cells[]
}

type Timed = Cells & { at: number }

const dated = (rows: Timed[]): Cells[] =>
  rows.map(({ at, ...row }) => ({ ...row, day: dayIn(SHOP_ZONE, at), at: new Date(at).toISOString() }))

const placedIn = ({ since, until }: Span) => sql`placed_at >= ${since} and placed_at < ${until}`

const orders: ExportKind = {
  id: 'orders',
  title: 'Orders',
  about: 'A row per placed order, with its amounts, state and place. Names the buyer’s email.',
  columns: [
    ...['order', 'day', 'at', 'state', 'email', 'delivery_state', 'postal_code', 'ship_on', 'arrival_date'],
    ...[
      'items_cents',
      'promotions_cents',
      'rewards_cents',
      'shipping_cents',
      'tax_cents',
      'gift_cents',
      'total_cents',
    ],
  ],
  table: 'orders',
  read: (db, ids, span) =>
    dated(
      db.all<Timed>(sql`
        select identifier as "order", placed_at as at, state, email, delivery_state, delivery_postal_code as postal_code,
          ship_on, arrival_on as arrival_date, items_cents, promotions_cents, rewards_cents, shipping_cents, tax_cents,
          gift_cents, total_cents
        from orders where ${ids} and ${placedIn(span)} order by id`),
    ),
}

const lines: ExportKind = {
  id: 'lines',
  title: 'Order lines',
  about: 'A row per line of a placed order, with its farm, cut, packs and price.',
  columns: [
    'order',
    'day',
    'at',
    'state',
    'bid_item_token',
    'name',
    'weight',
    'farm',
    'cut',
    'quantity',
    'cents',
  ],
  table: 'orders',
  read: (db, ids, span) =>
    dated(
      db.all<Timed>(sql`
        select identifier as "order", placed_at as at, orders.state, offers.token as bid_item_token, varieties.name,
          offers.label as weight, farms.name as farm, varieties.cut, order_lines.quantity,
          coalesce(packed_cents, (quantity - bundled_quantity) * order_lines.price_cents + bundled_cents) as cents
        from orders
        inner join order_lines on order_id = orders.id
        inner join offers on offers.id = offer_id
        inner join varieties on varieties.id = variety_id
        inner join farms on farms.id = farm_id
        where ${ids} and ${placedIn(span)} order by orders.id, order_lines.id`),
    ),
}

const TAX_SUMS = ['orders', 'items_cents', 'promotions_cents', 'shipping_cents', 'tax_cents']

const tax: ExportKind = {
  id: 'tax',
  title: 'Sales tax by state',
  about: 'What was sold and taxed, by month and state of delivery, without canceled orders.',
  columns: ['month', 'state', ...TAX_SUMS],
  table: 'orders',
  read: (db, ids, span) =>
    db
      .all<Timed>(sql`
        select placed_at as at, coalesce(delivery_state, '') as state, 1 as orders, items_cents, promotions_cents,
          shipping_cents, tax_cents
        from orders where ${ids} and ${placedIn(span)} and state not in ('canceled', 'refunded') order by id`)
      .map(({ at, ...row }) => ({ month: dayIn(SHOP_ZONE, at).slice(0, 7), ...row })),
  sum(rows) {
    const sums = new Map<string, Cells>()
    for (const row of rows) {
      const key = `${row.month} ${row.state}`
      const before: Cells = sums.get(key) ?? { month: row.month ?? '', state: row.state ?? '' }
      const added = TAX_SUMS.map((name) => [name, Number(before[name] ?? 0) + Number(row[name] ?? 0)])
      sums.set(key, { ...before, ...Object.fromEntries(added) })
    }
    return [...sums.entries()].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, row]) => row)
  },
}

const ledger: ExportKind = {
  id: 'ledger',
  title: 'Money ledger',
  about: 'Every movement of money, as it was booked. The last column adds up to what the provider holds.',
  columns: ['day', 'at', 'order', 'kind', 'reference', 'amount_cents', 'provider_cents'],
  table: 'money_movements',
  read: (db, ids, { since, until }) =>
    dated(
      db.all<Timed>(sql`
        select at, identifier as "order", kind, reference, amount_cents from money_movements
        inner join orders on orders.id = order_id
        where ${ids} and at >= ${since} and at < ${until} order by money_movements.id`),
    ).map((row) => ({
      ...row,
      provider_cents: effectOn('provider', String(row.kind)) * Number(row.amount_cents),
    })),
}

const customers: ExportKind = {
  id: 'customers',
  title: 'Customers',
  about:
    'Accounts opened in this time, with how often they ordered and for how much. Names people and their emails.',
  columns: ['email', 'first_name', 'last_name', 'day', 'at', 'orders', 'ordered_cents'],
  table: 'users',
  read: (db, ids, { since, until }) =>
    dated(
      db.all<Timed>(sql`
        select email, first_name, last_name, created_at as at,
          (select count(*) from orders where user_id = users.id and placed_at is not null) as orders,
          (select coalesce(sum(total_cents), 0) from orders where user_id = users.id and placed_at is not null
            and state not in ('canceled', 'refunded')) as ordered_cents
        from users where ${ids} and created_at >= ${since} and created_at < ${until} order by users.id`),
    ),
}

export const EXPORT_KINDS: readonly ExportKind[] = [orders, lines, tax, ledger, customers]
