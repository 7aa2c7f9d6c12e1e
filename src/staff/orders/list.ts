import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { fulfillmentCenters, orders } from '#db/schema/index.ts'
import { chargedCents } from '../../orders/returned-money.ts'
import { placedTotals } from '../../pricing/placed-price.ts'
import { isHeldByWeather } from '../../weather/held.ts'
import { type Found, findOrders } from './find.ts'
import type { Cursor, OrderFilters } from './rules.ts'

export const ORDERS_PER_PAGE = 50

export type OrderList = ReturnType<typeof listOrders>
export type OrderRow = OrderList['orders'][number]

/** A page of orders that knows only whether more follow: nothing is counted, so that no list gets slower. */
export function listOrders(db: Db, filters: OrderFilters) {
  const narrowed = narrow(db, filters)
  const found = db.all<Cursor>(pageQuery(filters, narrowed?.ids ?? null, ORDERS_PER_PAGE + 1))
  const page = found.slice(0, ORDERS_PER_PAGE)
  return {
    orders: orderRows(
      db,
      page.map(({ id }) => id),
    ),
    next: found.length > ORDERS_PER_PAGE ? (page.at(-1) ?? null) : null,
    isCut: narrowed?.isCut ?? false,
  }
}

/** The ids of all its pages, at most `limit`. */
export function listedOrders(db: Db, filters: OrderFilters, limit: number) {
  const narrowed = narrow(db, filters)
  const found = db.all<Cursor>(pageQuery({ ...filters, after: null }, narrowed?.ids ?? null, limit))
  return { ids: found.map(({ id }) => id), isCut: narrowed?.isCut ?? false }
}

/** The few orders among which the filters look, if they name few. */
function narrow(db: Db, { searched, isHeld, isFlagged }: OrderFilters): Found | null {
  const searchedFor = searched === '' ? null : findOrders(db, searched)
  const sets = [
    ...(searchedFor ? [searchedFor.ids] : []),
    ...(isHeld ? [heldIds(db)] : []),
    ...(isFlagged ? [flaggedIds(db)] : []),
  ].map((ids) => new Set(ids))
  const [first, ...others] = sets
  if (!first) return null
  const ids = [...first].filter((id) => others.every((set) => set.has(id)))
  return { ids, isCut: searchedFor?.isCut ?? false }
}

const idsOf = (db: Db, query: SQL) => db.all<{ id: number }>(query).map(({ id }) => id)

/** By staff or by the weather. */
const heldIds = (db: Db) => [
  ...idsOf(db, sql`select id from orders where state = 'review' and placed_at is not null`),
  ...idsOf(
    db,
    sql`select order_id as id from weather_holds where ended_at is null and ship_anyway_at is null`,
  ),
]

const flaggedIds = (db: Db) =>
  idsOf(db, sql`select order_id as id from staff_flags where resolved_at is null and order_id is not null`)

/** Walks the one index that gives the order of the list, or sorts the few that were found. */
function pageQuery(filters: OrderFilters, ids: number[] | null, limit: number): SQL {
  const { state, shipOn, center, sort, after } = filters
  const at = ids === null ? sql`placed_at` : sql`coalesce(placed_at, drafted_at, created_at)`
  const conditions = [
    ids === null
      ? sql`placed_at is not null`
      : sql`id in (select value from json_each(${JSON.stringify(ids)}))`,
    ...(state ? [sql`state = ${state}`] : []),
    ...(shipOn ? [sql`ship_on = ${shipOn}`, inCenter(center)] : []),
    // The plus keeps SQLite from sorting all that a center ever sent.
    ...(center && !shipOn ? [sql`+fc_id = ${center.id}`] : []),
    ...(after
      ? [
          sort === 'oldest'
            ? sql`(${at}, id) > (${after.at}, ${after.id})`
            : sql`(${at}, id) < (${after.at}, ${after.id})`,
        ]
      : []),
  ]
  const direction = sort === 'oldest' ? sql`asc` : sql`desc`
  return sql`select id, ${at} as at from orders ${indexFor(filters, ids)}
    where ${sql.join(conditions, sql` and `)}
    order by ${at} ${direction}, id ${direction} limit ${limit}`
}

const inCenter = (center: OrderFilters['center']) =>
  center ? sql`fc_id = ${center.id}` : sql`fc_id in (select id from fulfillment_centers)`

function indexFor({ state, shipOn }: OrderFilters, ids: number[] | null): SQL {
  if (ids !== null) return sql``
  if (shipOn) return sql`indexed by orders_by_ship_day`
  return state ? sql`indexed by orders_by_state` : sql`indexed by orders_by_placing`
}

const last4 = sql<string | null>`(select card_last4 from payments
  where order_id = orders.id and card_last4 is not null order by id desc limit 1)`

const openFlags = sql<number>`(select count(*) from staff_flags where order_id = orders.id and resolved_at is null)`

/** In the order of the ids. */
export function orderRows(db: Db, ids: number[]) {
  if (ids.length === 0) return []
  const rows = db
    .select({
      id: orders.id,
      token: orders.token,
      identifier: orders.identifier,
      state: orders.state,
      isDraft: sql`${orders.draftedAt} is not null and ${orders.placedAt} is null`.mapWith(Boolean),
      name: orders.deliveryName,
      email: orders.email,
      city: orders.deliveryCity,
      deliveryState: orders.deliveryState,
      postalCode: orders.deliveryPostalCode,
      ...placedTotals,
      placedAt: orders.placedAt,
      shipOn: orders.shipOn,
      arrivalOn: orders.arrivalOn,
      center: fulfillmentCenters.name,
      isHeldByWeather: isHeldByWeather.mapWith(Boolean),
      last4,
      openFlags,
    })
    .from(orders)
    .leftJoin(fulfillmentCenters, sql`${fulfillmentCenters.id} = ${orders.fcId}`)
    .where(inArray(orders.id, ids))
    .all()
  const byId = new Map(rows.map((row) => [row.id, { ...row, totalCents: chargedCents(db, row) }]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
