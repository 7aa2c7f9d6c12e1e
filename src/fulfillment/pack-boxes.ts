import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { type Order, orders, packingWaveOrders } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { todayAt } from '../delivery/centers.ts'
import { orderById } from '../orders/orders.ts'
import { takeHeldOf } from '../payments/held-money.ts'
import { type PackedWeights, settleWeights } from '../payments/packed-weights.ts'
import { announceShipment } from '../shipping/announce.ts'
import { deliverArrived } from '../shipping/tracker-news.ts'
import { voidLabels } from '../shipping/void-labels.ts'
import { badLots, packPlannedLots, releaseLots } from '../stock/lot-packing.ts'
import type { LotProblem } from '../stock/lot-rules.ts'
import type { ChoiceRefusal, Ready } from './box-choice.ts'
import { packUnplanned } from './pack-unplanned.ts'
import { boxWeights, halfPacked, ordersByWeight } from './packages.ts'
import type { WaveBoxRow, WaveBoxState } from './wave-boxes.ts'
import type { Wave } from './waves.ts'

export type BoxRefusal =
  | ChoiceRefusal
  | {
      ok: false
      code: 'removed' | 'changed' | 'shipped' | 'not_weighed' | 'half_packed' | 'not_on_books'
      boxes: WaveBoxRow[]
    }
  | { ok: false; code: 'lot'; boxes: WaveBoxRow[]; lot: string; problem: LotProblem }

/** Who presses the button, and when. */
export type Press = { userId: number; now: Instant }

const OPEN_STATES: WaveBoxState[] = ['to_pack', 'packed', 'stopped']

/** What a press does to boxes. */
export type BoxStep = {
  ready: Ready
  /** Reads only. */
  refusalFor(db: Db, wave: Wave, boxes: WaveBoxRow[], press: Press): BoxRefusal | null
  /** All of these boxes, or none. */
  move(tx: DurableTx, wave: Wave, boxes: WaveBoxRow[], press: Press): BoxRefusal | null
}

/** A box that is already packed or shipped stays as it is. */
export const packStep: BoxStep = {
  ready: { all: ['to_pack'], filter: ['to_pack', 'packed'] },
  refusalFor: refusalToPack,
  move: (tx, wave, boxes, press) =>
    refusalToPack(tx, wave, boxes, press) ?? finishBoxes(tx, wave, inState(boxes, ['to_pack']), press),
}

/** Ships what nobody marked as packed too, and marks it. A box that shipped before stays as it is. */
export const shipStep: BoxStep = {
  ready: { all: ['packed'], filter: ['to_pack', 'packed'] },
  refusalFor: refusalToPack,
  move: (tx, wave, boxes, press) =>
    packStep.move(tx, wave, boxes, press) ?? shipBoxes(tx, wave, boxes, press),
}

/** Also a box whose order was canceled or changed: that is how it leaves the wave. */
export const removeStep: BoxStep = {
  ready: { all: ['stopped'], filter: OPEN_STATES },
  refusalFor: refusalToRemove,
  move(tx, wave, boxes, press) {
    const refusal = refusalToRemove(tx, wave, boxes)
    if (!refusal) endBoxes(tx, wave, inState(boxes, OPEN_STATES), press.now)
    return refusal
  },
}

/** What is still open returns, and its order can be selected again. */
export const voidStep: BoxStep = { ...removeStep, ready: { all: OPEN_STATES, filter: [] } }

function shipBoxes(tx: DurableTx, wave: Wave, boxes: WaveBoxRow[], press: Press): null {
  const leaving = inState(boxes, ['to_pack', 'packed'])
  tx.run(sql`
    insert into shipments (order_id, wave_id, fc_id, shipped_at, shipped_by, carrier, service, tracking_code)
    select value, ${wave.id}, ${wave.fcId}, ${press.now}, ${press.userId}, carrier, service, tracking_code
    from ${idsOf(leaving)} left join shipping_labels label
      on label.order_id = value and label.wave_id = ${wave.id} and label.state = 'bought'`)
  moveOrders(tx, leaving, 'shipped', press.now)
  const orderIds = leaving.map(({ orderId }) => orderId)
  for (const row of leaving) announceShipment(tx, { ...row, id: row.orderId }, 'shipped', press.now)
  deliverArrived(tx, orderIds, press.now)
  return null
}

function refusalToRemove(_db: Db, _wave: Wave, boxes: WaveBoxRow[]): BoxRefusal | null {
  const shipped = inState(boxes, ['shipped'])
  return shipped.length > 0 ? { ok: false, code: 'shipped', boxes: shipped } : null
}

function refusalToPack(db: Db, wave: Wave, boxes: WaveBoxRow[], { now }: Press): BoxRefusal | null {
  const changed = inState(boxes, ['stopped'])
  if (changed.length > 0) return { ok: false, code: 'changed', boxes: changed }
  const removed = inState(boxes, ['removed'])
  if (removed.length > 0) return { ok: false, code: 'removed', boxes: removed }
  const refusal = badLotOf(db, wave, inState(boxes, ['to_pack', 'packed']), now)
  if (refusal) return refusal
  const { missing } = weighingsOf(db, wave, inState(boxes, ['to_pack']))
  if (missing.length > 0) return { ok: false, code: 'not_weighed', boxes: missing }
  const begun = halfPacked(db, wave, inState(boxes, ['to_pack']))
  return begun.length > 0 ? { ok: false, code: 'half_packed', boxes: begun } : null
}

/** A lot may have expired or been recalled since it was planned or packed. */
function badLotOf(db: Db, wave: Wave, boxes: WaveBoxRow[], now: Instant): BoxRefusal | null {
  const ids = boxes.map(({ orderId }) => orderId)
  const bad = badLots(db, wave.id, ids, todayAt(db, wave.fcId, now))
  const [first] = bad
  if (!first) return null
  const badIds = new Set(bad.map(({ orderId }) => orderId))
  const refused = boxes.filter(({ orderId }) => badIds.has(orderId))
  return { ok: false, code: 'lot', boxes: refused, lot: first.code, problem: first.problem }
}

export const inState = (boxes: WaveBoxRow[], states: WaveBoxState[]) =>
  boxes.filter(({ state }) => states.includes(state))

const idsOf = (boxes: WaveBoxRow[]) => sql`json_each(${JSON.stringify(boxes.map(({ orderId }) => orderId))})`

const rowsOf = (wave: Wave, boxes: WaveBoxRow[]): SQL | undefined =>
  and(
    eq(packingWaveOrders.waveId, wave.id),
    isNull(packingWaveOrders.endedAt),
    sql`${packingWaveOrders.orderId} in (select value from ${idsOf(boxes)})`,
  )

/** Closes boxes. What is sold by weight costs what it weighs from now on. @returns a refusal if some isn't weighed */
export function finishBoxes(
  tx: DurableTx,
  wave: Wave,
  boxes: WaveBoxRow[],
  { userId, now }: Press,
): BoxRefusal | null {
  if (boxes.length === 0) return null
  const orderIds = boxes.map(({ orderId }) => orderId)
  const { weighed, missing } = weighingsOf(tx, wave, boxes)
  if (missing.length > 0) return { ok: false, code: 'not_weighed', boxes: missing }
  const absent = packUnplanned(tx, wave, orderIds, todayAt(tx, wave.fcId, now))
  if (absent.size > 0)
    return { ok: false, code: 'not_on_books', boxes: boxes.filter(({ orderId }) => absent.has(orderId)) }
  tx.update(packingWaveOrders)
    .set({ packedAt: now, packedBy: userId })
    .where(and(rowsOf(wave, boxes), isNull(packingWaveOrders.packedAt)))
    .run()
  packPlannedLots(tx, wave.id, orderIds)
  for (const { row, weights } of weighed) {
    const { order } = settleWeights(tx, orderById(tx, row.orderId), weights, now)
    setSlipVersion(tx, wave, order)
  }
  takeHeldOf(tx, orderIds, now)
  return null
}

/** What the packs of boxes weigh that hold something sold by weight. `missing` are boxes with packs to weigh. */
function weighingsOf(db: Db, wave: Wave, boxes: WaveBoxRow[]) {
  const byWeight = ordersByWeight(
    db,
    boxes.map(({ orderId }) => orderId),
  )
  const weighed: { row: WaveBoxRow; weights: PackedWeights }[] = []
  const missing: WaveBoxRow[] = []
  for (const row of boxes.filter(({ orderId }) => byWeight.has(orderId))) {
    const weights = boxWeights(db, wave, row)
    if (weights === 'incomplete') missing.push(row)
    else if (weights.size > 0) weighed.push({ row, weights })
  }
  return { weighed, missing }
}

/** The order was written to by its own packing, so its box is still as its slip says. */
export const setSlipVersion = (tx: DurableTx, { id }: Wave, order: Order) =>
  void tx
    .update(packingWaveOrders)
    .set({ orderVersion: order.version })
    .where(and(eq(packingWaveOrders.waveId, id), eq(packingWaveOrders.orderId, order.id)))
    .run()

/** An order that was canceled or is held keeps its state; the others wait for the next wave. */
function endBoxes(tx: DurableTx, wave: Wave, boxes: WaveBoxRow[], now: Instant) {
  tx.update(packingWaveOrders).set({ endedAt: now }).where(rowsOf(wave, boxes)).run()
  const orderIds = boxes.map(({ orderId }) => orderId)
  voidLabels(tx, orderIds, now)
  releaseLots(tx, orderIds)
  moveOrders(
    tx,
    boxes.filter(({ orderState }) => orderState === 'in_wave'),
    'paid',
    now,
  )
}

/** In one statement, however many there are. @throws if an order is no longer as this transaction read it */
function moveOrders(tx: DurableTx, boxes: WaveBoxRow[], state: 'paid' | 'shipped', now: Instant) {
  const { changes } = tx
    .update(orders)
    .set({ state, version: sql`${orders.version} + 1`, updatedAt: now })
    .where(sql`${orders.state} = 'in_wave' and ${orders.id} in (select value from ${idsOf(boxes)})`)
    .run()
  if (changes !== boxes.length) throw new Error(`${boxes.length} boxes to move, but ${changes} moved`)
}
