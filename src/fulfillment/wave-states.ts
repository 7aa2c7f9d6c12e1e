import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { orders, packingWaveOrders } from '#db/schema/index.ts'
import { isRefunded } from '../payments/payments.ts'
import { type WaveBoxRow, type WaveBoxState, waveBoxesByOrder } from './wave-boxes.ts'

export const WAVE_BOX_STATES: readonly WaveBoxState[] = ['to_pack', 'packed', 'shipped', 'stopped', 'removed']

/** `?state=`; null for all. */
export const readStateFilter = ({ state }: Record<string, unknown>): WaveBoxState | null =>
  WAVE_BOX_STATES.find((known) => known === state) ?? null

export type WaveCounts = Record<WaveBoxState, number>

/** How many boxes of a wave are in each state. `compared` are those whose orders were written to since. */
export type WaveStates = { waveId: number; counts: WaveCounts; compared: WaveBoxRow[] }

/** From rows alone, since reading the boxes of a long wave takes long. What was written to has to be compared. */
const quickState = sql<WaveBoxState | 'written'>`case
  when ${packingWaveOrders.endedAt} is not null then 'removed'
  when exists (select 1 from shipments where shipments.wave_id = ${packingWaveOrders.waveId}
    and shipments.order_id = ${packingWaveOrders.orderId}) then 'shipped'
  when ${orders.state} <> 'in_wave' or ${orders.version} is not ${packingWaveOrders.orderVersion}
    or (${isRefunded}) then 'written'
  when ${packingWaveOrders.packedAt} is null then 'to_pack' else 'packed' end`

export function waveStates(db: Db, waveId: number): WaveStates {
  const counts: WaveCounts = { to_pack: 0, packed: 0, shipped: 0, stopped: 0, removed: 0 }
  const rows = db
    .select({
      state: quickState,
      boxes: sql<number>`count(*)`,
      ids: sql<string>`json_group_array(${packingWaveOrders.orderId})`,
    })
    .from(packingWaveOrders)
    .innerJoin(orders, eq(orders.id, packingWaveOrders.orderId))
    .where(eq(packingWaveOrders.waveId, waveId))
    .groupBy(sql`1`)
    .all()
  for (const { state, boxes } of rows) if (state !== 'written') counts[state] = boxes
  const written = rows.find(({ state }) => state === 'written')
  const compared = written ? waveBoxesByOrder(db, waveId, JSON.parse(written.ids)) : []
  for (const { state } of compared) counts[state]++
  return { waveId, counts, compared }
}

/** What has not been taken out. */
export const openBoxCount = ({ counts }: WaveStates) =>
  counts.to_pack + counts.packed + counts.shipped + counts.stopped

export const stoppedBoxes = ({ compared }: WaveStates) => compared.filter(({ state }) => state === 'stopped')

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

/** The next box that nobody has packed; after the last one, the first. */
export function nextToPack(db: Db, states: WaveStates, after: number): NextBox | null {
  if (states.counts.to_pack === 0) return null
  const isToPack = isInState(states, 'to_pack')
  const first = (where: SQL | undefined) => placesWhere(db, states.waveId, where).limit(1).get() ?? null
  return first(and(gt(packingWaveOrders.position, after), isToPack)) ?? first(isToPack)
}

const placesWhere = (db: Db, waveId: number, where: SQL | undefined) =>
  db
    .select({ orderId: orders.id, token: orders.token, position: packingWaveOrders.position })
    .from(packingWaveOrders)
    .innerJoin(orders, eq(orders.id, packingWaveOrders.orderId))
    .where(and(eq(packingWaveOrders.waveId, waveId), where))
    .orderBy(packingWaveOrders.position)
    .$dynamic()
