import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { Day, Instant } from '../day.ts'
import { dayIn, SHOP_ZONE } from '../delivery/zones.ts'
import { effectOn } from '../payments/money.ts'

export type Cells = Record<string, string | number | null>

/** From midnight to midnight. */
export type Span = { from: Day; to: Day; since: Instant; until: Instant }

/** Null: of all centers, or of all farms. */
export type Scope = { centerId: number | null; farmId: number | null }

export const WHOLE_SHOP: Scope = { centerId: null, farmId: null }

export type ExportTable =
  | 'orders'
  | 'users'
  | 'money_movements'
  | 'stock_movements'
  | 'farm_entries'
  | 'gift_card_entries'
  | 'gift_cards'
  | 'provider_transactions'

/** Which rows to read: some ids, in a time, of a center or farm. */
export type Part = { ids: SQL; span: Span; scope: Scope }

export type ExportKind = {
  id: string
  title: string
  about: string
  columns: readonly string[]
  /** What it can be narrowed to. Without any, it is of the whole shop. */
  scopes: readonly ('center' | 'farm')[]
  /** The table whose ids are walked, in windows. */
  table: ExportTable
  /** Which of its rows are in a time; to see how long the export will be. */
  within(span: Span): SQL
  read(db: Db, part: Part): Cells[]
  /** Adds up what it read instead of writing it row by row. */
  sum?(rows: Cells[]): Cells[]
}

type Timed = Cells & { at: number }

export const dated = (rows: Timed[]): Cells[] =>
  rows.map(({ at, ...row }) => ({ ...row, day: dayIn(SHOP_ZONE, at), at: new Date(at).toISOString() }))

export const narrowed = (column: SQL, id: number | null): SQL =>
  id === null ? sql`true` : sql`${column} = ${id}`

const placedIn = ({ since, until }: Span) => sql`placed_at >= ${since} and placed_at < ${until}`
export const movedIn =
  (at: SQL) =>
  ({ since, until }: Span) =>
    sql`${at} >= ${since} and ${at} < ${until}`

export const orders: ExportKind = {
  id: 'orders',
  title: 'Orders',
  about:
    'A row per placed order, with its amounts, state and place. The total is what the card paid, with gift cards bought in the order. Names the buyer’s email.',
  columns: [
    ...['order', 'day', 'at', 'state', 'email', 'delivery_state', 'postal_code', 'ship_on', 'arrival_date'],
    ...['items_cents', 'promotions_cents', 'rewards_cents', 'shipping_cents', 'tax_cents', 'gift_cents'],
    ...['bought_cards_cents', 'total_cents'],
  ],
  scopes: ['center'],
  table: 'orders',
  within: placedIn,
  read: (db, { ids, span, scope }) =>
    dated(
      db.all<Timed>(sql`
        select identifier as "order", placed_at as at, state, email, delivery_state, delivery_postal_code as postal_code,
          ship_on, arrival_on as arrival_date, items_cents, promotions_cents, rewards_cents, shipping_cents, tax_cents,
          gift_cents, coalesce(bought_cards_cents, 0) as bought_cards_cents, total_cents
        from orders where ${ids} and ${placedIn(span)} and ${narrowed(sql`fc_id`, scope.centerId)} order by id`),
    ),
}

export const lines: ExportKind = {
  id: 'lines',
  title: 'Order lines',
  about: 'A row per line of a placed order, with its farm, cut, packs and price.',
  columns: [
    ...[
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
  ],
  scopes: ['center', 'farm'],
  table: 'orders',
  within: placedIn,
  read: (db, { ids, span, scope }) =>
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
        where ${ids} and ${placedIn(span)} and ${narrowed(sql`orders.fc_id`, scope.centerId)}
          and ${narrowed(sql`farm_id`, scope.farmId)}
        order by orders.id, order_lines.id`),
    ),
}

const TAX_SUMS = ['orders', 'items_cents', 'promotions_cents', 'rewards_cents', 'shipping_cents', 'tax_cents']

export const tax: ExportKind = {
  id: 'tax',
  title: 'Sales tax by state',
  about:
    'What was sold and taxed, by month and state of delivery, without orders that were canceled or refunded in full. Orders of gift cards alone have no state and no tax.',
  columns: ['month', 'state', ...TAX_SUMS],
  scopes: [],
  table: 'orders',
  within: placedIn,
  read: (db, { ids, span }) =>
    db
      .all<Timed>(sql`
        select placed_at as at, coalesce(delivery_state, '') as state, 1 as orders, items_cents, promotions_cents,
          rewards_cents, shipping_cents, tax_cents
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

export const ledger: ExportKind = {
  id: 'ledger',
  title: 'Money ledger',
  about:
    'Every movement of money, as it was booked. The last columns add up to what the provider took in for us, and to what it kept as fees.',
  columns: ['day', 'at', 'order', 'kind', 'reference', 'amount_cents', 'fee_cents', 'provider_cents'],
  scopes: ['center'],
  table: 'money_movements',
  within: movedIn(sql`at`),
  read: (db, { ids, span, scope }) =>
    dated(
      db.all<Timed>(sql`
        select at, identifier as "order", kind, reference, amount_cents from money_movements
        inner join orders on orders.id = order_id
        where ${ids} and ${movedIn(sql`at`)(span)} and ${narrowed(sql`orders.fc_id`, scope.centerId)}
        order by money_movements.id`),
    ).map((row) => ({
      ...row,
      fee_cents: effectOn('fees', String(row.kind)) * Number(row.amount_cents),
      provider_cents: effectOn('provider', String(row.kind)) * Number(row.amount_cents),
    })),
}

export const customers: ExportKind = {
  id: 'customers',
  title: 'Customers',
  about:
    'Accounts opened in this time, with how many orders they placed, and what the ones that weren’t canceled or refunded in full cost after gift cards. Names people and their emails.',
  columns: ['email', 'first_name', 'last_name', 'day', 'at', 'orders', 'ordered_cents'],
  scopes: [],
  table: 'users',
  within: movedIn(sql`created_at`),
  read: (db, { ids, span }) =>
    dated(
      db.all<Timed>(sql`
        select email, first_name, last_name, created_at as at,
          (select count(*) from orders where user_id = users.id and placed_at is not null) as orders,
          (select coalesce(sum(total_cents), 0) from orders where user_id = users.id and placed_at is not null
            and state not in ('canceled', 'refunded')) as ordered_cents
        from users where ${ids} and ${movedIn(sql`created_at`)(span)} order by users.id`),
    ),
}
