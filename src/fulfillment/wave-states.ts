import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { orders, packingWaveOrders } from '#db/schema/index.ts'
import type { Day } from '../day.ts'
import { isRefunded } from '../payments/payments.ts'
import { hasFiles } from '../shipping/labels.ts'
import { type WaveBoxRow, type WaveBoxState, waveBoxesByOrder } from './wave-boxes.ts'

export const WAVE_BOX_STATES: readonly WaveBoxState[] = ['to_pack', 'packed', 'shipped', 'stopped', 'removed']

/** `?state=`; null for all. */
export const readStateFilter = ({ state }: Record<string, unknown>): WaveBoxState | null =>
  WAVE_BOX_STATES.find((known) => known === state) ?? null

export type WaveCounts = Record<WaveBoxState, number>

/**
 * What the labels of a wave have come to, and the ship days whose parcels are on no manifest yet. `unsent` are bought,
 * but without files. The label of a stopped box is neither printed nor handed over.
 */
export type ParcelTotals = {
  missing: number
  unsent: number
  printable: number
  cents: number
  waitingDays: Day[]
}

/** What the boxes of a wave add up to. `compared` are those whose orders were written to since. */
export type WaveStates = {
  waveId: number
  counts: WaveCounts
  compared: WaveBoxRow[]
  parcels: ParcelTotals
  /** As its orders have it now. */
  shipDays: Day[]
}

/** From rows alone, since reading the boxes of a long wave takes long. What was written to has to be compared. */
const quickState = sql<WaveBoxState | 'written'>`case
  when ${packingWaveOrders.endedAt} is not null then 'removed'
  when exists (select 1 from shipments where shipments.wave_id = ${packingWaveOrders.waveId}
    and shipments.order_id = ${packingWaveOrders.orderId}) then 'shipped'
  when ${orders.state} <> 'in_wave' or ${orders.version} is not ${packingWaveOrders.orderVersion}
    or (${isRefunded}) then 'written'
  when ${packingWaveOrders.packedAt} is null then 'to_pack' else 'packed' end`

export function waveStates(db: Db, waveId: number): WaveStates {
  const totals = readTotals(db, waveId)
  const { to_pack, packed, shipped, removed, missing, unsent, cents } = totals
  const counts: WaveCounts = { to_pack, packed, shipped, stopped: 0, removed }
  const written = parse<WrittenBox>(totals.written)
  const orderIds = written.map(({ id }) => id)
  const compared = orderIds.length > 0 ? waveBoxesByOrder(db, waveId, orderIds) : []
  for (const { state } of compared) counts[state]++
  const stopped = new Set(compared.filter(isStopped).map(({ orderId }) => orderId))
  const good = written.filter(({ id }) => !stopped.has(id))
  const printable = totals.printable + good.filter(({ printable }) => printable).length
  const days = [...parse<Day>(totals.waitingDays), ...good.flatMap(({ day }) => day ?? [])]
  const parcels = { missing, unsent, printable, cents, waitingDays: [...new Set(days)].sort() }
  return { waveId, counts, compared, parcels, shipDays: parse(totals.shipDays) }
}

/** A box whose order was written to since; `day` is the ship day that waits for a manifest. */
type WrittenBox = { id: number; printable: number | null; day: Day | null }

const parse = <T>(json: string): T[] => JSON.parse(json)

type Totals = Omit<WaveCounts, 'stopped'> &
  Omit<ParcelTotals, 'waitingDays'> & { written: string; waitingDays: string; shipDays: string }

/** In one pass over the boxes; the limit keeps SQLite from computing the state of a box again for each sum. */
const readTotals = (db: Db, waveId: number) =>
  db.get<Totals>(sql`
    select count(*) filter (where state = 'to_pack') as to_pack, count(*) filter (where state = 'packed') as packed,
      count(*) filter (where state = 'shipped') as shipped, count(*) filter (where state = 'removed') as removed,
      json_group_array(json_object('id', order_id, 'printable', has_files, 'day', waiting_day))
        filter (where state = 'written') as written,
      count(*) filter (where state <> 'removed' and label_id is null and is_in_wave) as missing,
      count(*) filter (where state <> 'removed' and not has_files and is_in_wave) as unsent,
      count(*) filter (where state not in ('removed', 'written') and has_files) as printable,
      coalesce(sum(cost_cents) filter (where state <> 'removed'), 0) as cents,
      json_group_array(distinct waiting_day)
        filter (where state not in ('removed', 'written') and waiting_day is not null) as waitingDays,
      json_group_array(distinct ship_on) filter (where ship_on is not null) as shipDays
    from (
      select ${quickState} as state, packing_wave_orders.order_id, orders.ship_on, orders.state = 'in_wave' as is_in_wave,
        label.id as label_id, label.cost_cents, iif(label.id is null, null, ${hasFiles(sql`label.id`)}) as has_files,
        iif(label.manifest_id is null and label.id is not null, packing_wave_orders.box ->> 'ship_on', null) as waiting_day
      from packing_wave_orders
      inner join orders on orders.id = packing_wave_orders.order_id
      left join shipping_labels label on label.wave_id = packing_wave_orders.wave_id
        and label.order_id = packing_wave_orders.order_id and label.state = 'bought'
      where packing_wave_orders.wave_id = ${waveId}
      limit -1)`)

/** What has not been taken out. */
export const openBoxCount = ({ counts }: WaveStates) =>
  counts.to_pack + counts.packed + counts.shipped + counts.stopped

export const isStopped = ({ state }: WaveBoxRow) => state === 'stopped'

export const stoppedBoxes = ({ compared }: WaveStates) => compared.filter(isStopped)

function isInState({ compared }: WaveStates, state: WaveBoxState): SQL {
  const ids = compared.filter((row) => row.state === state).map(({ orderId }) => orderId)
  return sql`(${quickState} = ${state} or ${orders.id} in (select value from json_each(${JSON.stringify(ids)})))`
}

/** In packing order. */
export const ordersInState = (db: Db, states: WaveStates, state: WaveBoxState): number[] =>
  placesWhere(db, states.waveId, isInState(states, state))
    .all()
    .map(({ orderId }) => orderId)

export const BOXES_PER_PAGE = 100

/** Boxes of the wave in packing order, all or in one state, with the given number on a page. */
export function waveBoxPage(
  db: Db,
  states: WaveStates,
  state: WaveBoxState | null,
  page: number,
  perPage = BOXES_PER_PAGE,
) {
  const { waveId, counts } = states
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const total = state === null ? all : counts[state]
  const isShown = state === null ? undefined : isInState(states, state)
  const ids = placesWhere(db, waveId, isShown)
    .limit(perPage)
    .offset((page - 1) * perPage)
    .all()
    .map(({ orderId }) => orderId)
  return {
    rows: waveBoxesByOrder(db, waveId, ids),
    page,
    pages: Math.max(1, Math.ceil(total / perPage)),
    total,
  }
}

export type WaveBoxPage = ReturnType<typeof waveBoxPage>

export type NextBox = { token: string; position: number }

/** The next box that nobody else has begun; after the last one, the first. If there is none, a colleague's. */
export function nextToPack(db: Db, states: WaveStates, after: number, userId: number): NextBox | null {
  if (states.counts.to_pack === 0) return null
  const isToPack = isInState(states, 'to_pack')
  const isFree = and(isToPack, sql`not ${isBegunByOther(userId)}`)
  const first = (where: SQL | undefined) => placesWhere(db, states.waveId, where).limit(1).get() ?? null
  return first(and(gt(packingWaveOrders.position, after), isFree)) ?? first(isFree) ?? first(isToPack)
}

const isBegunByOther = (userId: number) => sql`exists (
  select 1 from packed_packages pack where pack.wave_id = ${packingWaveOrders.waveId}
    and pack.order_id = ${packingWaveOrders.orderId} and pack.user_id <> ${userId})`

const placesWhere = (db: Db, waveId: number, where: SQL | undefined) =>
  db
    .select({ orderId: orders.id, token: orders.token, position: packingWaveOrders.position })
    .from(packingWaveOrders)
    .innerJoin(orders, eq(orders.id, packingWaveOrders.orderId))
    .where(and(eq(packingWaveOrders.waveId, waveId), where))
    .orderBy(packingWaveOrders.position)
    .$dynamic()
