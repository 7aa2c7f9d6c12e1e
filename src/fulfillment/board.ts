import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { plainText, plainTextOf } from '#db/plain-text.ts'
import { type FulfillmentCenter, isAtCenter, orders } from '#db/schema/index.ts'
import { addDays, type Day, type Instant } from '../day.ts'
import { dayIn } from '../delivery/zones.ts'
import { isHeldByWeather, weatherTitle } from '../weather/held.ts'
import {
  BOARD_STATES,
  BOXES_PER_PAGE,
  type BoardFilters,
  type BoardState,
  type BoxState,
  STATES_BY_TAB,
} from './board-filters.ts'

/** Boxes that left earlier are found by their order, not on the board. */
const SHIPPED_DAYS_SHOWN = 14

/** A center's list of boxes on a day of its zone. */
export type Board = { center: FulfillmentCenter; today: Day }

export const boardOf = (center: FulfillmentCenter, now: Instant): Board => ({
  center,
  today: dayIn(center.zone, now),
})

// Spelled out: in a select from one table, drizzle leaves the table's name off.
export const waveId = sql<number | null>`(select wave_id from packing_wave_orders
  where order_id = orders.id and ended_at is null)`

const unitsInBox = sql<number>`(
  select coalesce(sum(quantity), 0) from order_lines where order_id = orders.id)`

const gramsInBox = sql<number>`(
  select coalesce(sum(order_lines.quantity * offers.weight_grams), 0)
  from order_lines inner join offers on offers.id = order_lines.offer_id
  where order_lines.order_id = orders.id)`

export const boxState = (today: Day) => sql<BoxState>`case
  when ${orders.state} = 'shipped' then 'shipped'
  when ${orders.state} = 'review' then 'held'
  when ${orders.state} = 'paid' and ${isHeldByWeather} then 'weather'
  when ${orders.shipOn} < ${today} then 'late'
  when ${orders.state} = 'in_wave' then 'in_wave'
  when ${orders.addressStatus} in ('unverified', 'unconfirmed') then 'check_address'
  else 'ready' end`

const isHeld = sql`${orders.state} = 'review' or (${orders.state} = 'paid' and ${isHeldByWeather})`

/** What is in the center or left it lately. */
const isOnBoard = ({ center, today }: Board) =>
  and(
    eq(orders.fcId, center.id),
    isAtCenter,
    sql`(${orders.state} <> 'shipped' or ${orders.shipOn} >= ${addDays(today, -SHIPPED_DAYS_SHOWN)})`,
  )

/** The boxes that match, whatever their tab. */
function matches(board: Board, filters: BoardFilters): SQL | undefined {
  const { shipOn, inWave, held, searched } = filters
  return and(
    isOnBoard(board),
    shipOn === null ? undefined : eq(orders.shipOn, shipOn),
    inWave === null ? undefined : sql`(${waveId} is not null) = ${inWave ? 1 : 0}`,
    held === null ? undefined : sql`(${isHeld}) = ${held ? 1 : 0}`,
    searched === '' ? undefined : containsText(searched),
  )
}

/** By `instr`, which knows no wildcards. */
const containsText = (searched: string) => sql`(
  instr(lower(${orders.identifier}), ${searched}) > 0
  or instr(${plainTextOf(sql`${orders.deliveryName}`)}, ${plainText(searched)}) > 0
  or instr(lower(${orders.email}), ${searched}) > 0
  or instr(${orders.deliveryPostalCode}, ${searched}) = 1)`

/** The boxes that the filters show, on all pages. */
export const shownOnBoard = (board: Board, filters: BoardFilters): SQL | undefined =>
  and(
    matches(board, filters),
    filters.state === null
      ? undefined
      : inArray(boxState(board.today), [...STATES_BY_TAB[filters.state]] as BoxState[]),
  )

const ORDER_BY: Record<BoardFilters['sort'], SQL> = {
  ship_on: asc(orders.shipOn),
  placed_at: asc(orders.placedAt),
  name: sql`lower(${orders.deliveryName})`,
  zip: asc(orders.deliveryPostalCode),
}

export type BoxRow = ReturnType<typeof boxRows>[number]
export type BoxList = ReturnType<typeof listBoxes>

export function listBoxes(db: Db, board: Board, filters: BoardFilters, page: number) {
  const counts = countByTab(db, board, filters)
  const total = filters.state === null ? counts.all : counts[filters.state]
  const pages = Math.max(1, Math.ceil(total / BOXES_PER_PAGE))
  const ids = db
    .select({ id: orders.id })
    .from(orders)
    .where(shownOnBoard(board, filters))
    .orderBy(ORDER_BY[filters.sort], asc(orders.id))
    .limit(BOXES_PER_PAGE)
    .offset((page - 1) * BOXES_PER_PAGE)
    .all()
    .map(({ id }) => id)
  return { boxes: boxRows(db, board, ids), counts, total, page, pages }
}

/** In the order of the ids. */
function boxRows(db: Db, { today }: Board, ids: number[]) {
  const rows = db
    .select({
      id: orders.id,
      token: orders.token,
      identifier: orders.identifier,
      state: boxState(today),
      name: orders.deliveryName,
      city: orders.deliveryCity,
      deliveryState: orders.deliveryState,
      postalCode: orders.deliveryPostalCode,
      shipOn: orders.shipOn,
      arrivalOn: orders.arrivalOn,
      placedAt: orders.placedAt,
      isGift: orders.giftOrder,
      addressStatus: orders.addressStatus,
      waveId,
      weather: weatherTitle,
      units: unitsInBox,
      grams: gramsInBox,
    })
    .from(orders)
    .where(inArray(orders.id, ids))
    .all()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export type BoardCounts = Record<BoardState | 'all', number>

/** How many boxes match in each tab. */
export function countByTab(db: Db, board: Board, filters: BoardFilters): BoardCounts {
  const state = boxState(board.today)
  const rows = db
    .select({ state, count: sql<number>`count(*)` })
    .from(orders)
    .where(matches(board, filters))
    .groupBy(state)
    .all()
  const countOf = (states: readonly BoxState[]) =>
    rows.filter((row) => states.includes(row.state)).reduce((sum, { count }) => sum + count, 0)
  const tabs = BOARD_STATES.map((tab) => [tab, countOf(STATES_BY_TAB[tab])])
  return { ...Object.fromEntries(tabs), all: rows.reduce((sum, { count }) => sum + count, 0) }
}

/** Changes whenever a box joins the board, leaves it or moves to another state. */
export function boardVersion(db: Db, { center, today }: Board): { version: string; boxCount: number } {
  const since = addDays(today, -SHIPPED_DAYS_SHOWN)
  const rows = db.all<{ state: string; boxes: number }>(sql`
    select state, count(*) as boxes from orders
    where fc_id = ${center.id} and ship_on >= ${since} and ${isAtCenter}
    group by state order by state`)
  const version = rows.map(({ state, boxes }) => `${state} ${boxes}`).join(', ')
  return { version, boxCount: rows.reduce((sum, { boxes }) => sum + boxes, 0) }
}

/** Boxes that still have to leave. */
export const countBoxesLeft = (db: Db, { id }: FulfillmentCenter): number =>
  db
    .select({ left: sql<number>`count(*)` })
    .from(orders)
    .where(and(eq(orders.fcId, id), isAtCenter, sql`${orders.state} <> 'shipped'`))
    .get()?.left ?? 0
