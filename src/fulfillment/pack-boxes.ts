import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { DurableTx } from '#db/client.ts'
import { type Order, orders, packingWaveOrders, packingWaves } from '#db/schema/index.ts'
import type { Instant } from '../day.ts'
import { todayAt } from '../delivery/centers.ts'
import { orderById, orderByToken } from '../orders/orders.ts'
import { settleWeights } from '../payments/packed-weights.ts'
import { announceShipment } from '../shipping/announce.ts'
import { deliverArrived } from '../shipping/tracker-news.ts'
import { voidLabels } from '../shipping/void-labels.ts'
import { badLots, packPlannedLots, releaseLots } from '../stock/lot-packing.ts'
import type { LotProblem } from '../stock/lot-rules.ts'
import { packUnplanned } from './pack-unplanned.ts'
import { boxWeights, ordersByWeight } from './packages.ts'
import { type WaveBoxRow, type WaveBoxState, waveBoxesByOrder, waveBoxesByToken } from './wave-boxes.ts'
import { ordersInState, waveStates } from './wave-states.ts'
import type { Wave } from './waves.ts'

/** Boxes by the tokens of their orders; all that were selected with a filter; or all that the step is for. */
export type BoxChoice = { tokens: string[] } | { filter: WaveBoxState | null } | 'all'

export type BoxRefusal =
  | { ok: false; code: 'nothing_selected' }
  | { ok: false; code: 'unknown_order' | 'not_in_wave'; token: string }
  | {
      ok: false
      code: 'removed' | 'changed' | 'shipped' | 'not_weighed' | 'not_on_books'
      boxes: WaveBoxRow[]
    }
  | { ok: false; code: 'lot'; boxes: WaveBoxRow[]; lot: string; problem: LotProblem }

export type BoxesDone = { ok: true; boxes: WaveBoxRow[] } | BoxRefusal

/** Who presses the button, and when. */
export type Press = { userId: number; now: Instant }

/** A box that is already packed or shipped stays as it is. */
export function packBoxes(tx: DurableTx, wave: Wave, choice: BoxChoice, press: Press): BoxesDone {
  const chosen = chooseToPack(tx, wave, choice, { all: ['to_pack'], filter: ['to_pack', 'packed'] }, press)
  if (!chosen.ok) return chosen
  return finishBoxes(tx, wave, inState(chosen.boxes, ['to_pack']), press) ?? chosen
}

/** Ships what nobody marked as packed too, and marks it. A box that shipped before stays as it is. */
export function shipBoxes(tx: DurableTx, wave: Wave, choice: BoxChoice, press: Press): BoxesDone {
  const chosen = chooseToPack(tx, wave, choice, { all: ['packed'], filter: ['to_pack', 'packed'] }, press)
  if (!chosen.ok) return chosen
  const leaving = inState(chosen.boxes, ['to_pack', 'packed'])
  const refusal = finishBoxes(tx, wave, inState(leaving, ['to_pack']), press)
  if (refusal) return refusal
  tx.run(sql`
    insert into shipments (order_id, wave_id, fc_id, shipped_at, shipped_by, carrier, service, tracking_code)
    select value, ${wave.id}, ${wave.fcId}, ${press.now}, ${press.userId}, carrier, service, tracking_code
    from ${idsOf(leaving)} left join shipping_labels label
      on label.order_id = value and label.wave_id = ${wave.id} and label.state = 'bought'`)
  moveOrders(tx, leaving, 'shipped', press.now)
  const orderIds = leaving.map(({ orderId }) => orderId)
  for (const row of leaving) announceShipment(tx, { ...row, id: row.orderId }, 'shipped', press.now)
  deliverArrived(tx, orderIds, press.now)
  return chosen
}

/** Also a box whose order was canceled or changed: that is how it leaves the wave. */
export function removeBoxes(tx: DurableTx, wave: Wave, choice: BoxChoice, { now }: Press): BoxesDone {
  const chosen = choose(tx, wave, choice, { all: ['stopped'], filter: ['to_pack', 'packed', 'stopped'] })
  if (!chosen.ok) return chosen
  const shipped = inState(chosen.boxes, ['shipped'])
  if (shipped.length > 0) return { ok: false, code: 'shipped', boxes: shipped }
  endBoxes(tx, wave, inState(chosen.boxes, ['to_pack', 'packed', 'stopped']), now)
  return chosen
}

/** All that hasn't shipped can be selected again. @returns the boxes that were in the wave until now */
export function voidWave(tx: DurableTx, wave: Wave, { now }: Press): WaveBoxRow[] {
  const boxes = boxesInStates(tx, wave, ['to_pack', 'packed', 'stopped'])
  endBoxes(tx, wave, boxes, now)
  tx.update(packingWaves).set({ state: 'void' }).where(eq(packingWaves.id, wave.id)).run()
  return boxes
}

/** Reads no others: a wave may have thousands. */
function boxesInStates(tx: DurableTx, wave: Wave, wanted: WaveBoxState[]): WaveBoxRow[] {
  const states = waveStates(tx, wave.id)
  const ids = wanted.flatMap((state) => (states.counts[state] > 0 ? ordersInState(tx, states, state) : []))
  return ids.length === 0 ? [] : waveBoxesByOrder(tx, wave.id, ids)
}

/** Which boxes a step takes, where they are not named one by one. */
type Ready = { all: WaveBoxState[]; filter: WaveBoxState[] }

function choose(tx: DurableTx, wave: Wave, choice: BoxChoice, ready: Ready): BoxesDone {
  if (choice === 'all') return { ok: true, boxes: boxesInStates(tx, wave, ready.all) }
  if ('filter' in choice) {
    const selected = ready.filter.filter((state) => choice.filter === null || choice.filter === state)
    return { ok: true, boxes: boxesInStates(tx, wave, selected) }
  }
  const tokens = [...new Set(choice.tokens)]
  if (tokens.length === 0) return { ok: false, code: 'nothing_selected' }
  const boxes = waveBoxesByToken(tx, wave.id, tokens)
  const found = new Set(boxes.map(({ token }) => token))
  const missing = tokens.find((token) => !found.has(token))
  if (missing === undefined) return { ok: true, boxes }
  const isOurs = orderByToken(tx, missing)?.fcId === wave.fcId
  return { ok: false, code: isOurs ? 'not_in_wave' : 'unknown_order', token: missing }
}

/** All of them, or none if one was changed or removed. */
function chooseToPack(tx: DurableTx, wave: Wave, choice: BoxChoice, ready: Ready, { now }: Press): BoxesDone {
  const chosen = choose(tx, wave, choice, ready)
  if (!chosen.ok) return chosen
  const changed = inState(chosen.boxes, ['stopped'])
  if (changed.length > 0) return { ok: false, code: 'changed', boxes: changed }
  const removed = inState(chosen.boxes, ['removed'])
  if (removed.length > 0) return { ok: false, code: 'removed', boxes: removed }
  return badLotOf(tx, wave, inState(chosen.boxes, ['to_pack', 'packed']), now) ?? chosen
}

/** A lot may have expired or been recalled since it was planned or packed. */
function badLotOf(tx: DurableTx, wave: Wave, boxes: WaveBoxRow[], now: Instant): BoxRefusal | null {
  const ids = boxes.map(({ orderId }) => orderId)
  const bad = badLots(tx, wave.id, ids, todayAt(tx, wave.fcId, now))
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
  const byWeight = ordersByWeight(tx, orderIds)
  const weighed = boxes
    .filter(({ orderId }) => byWeight.has(orderId))
    .map((row) => ({ row, weights: boxWeights(tx, wave, row) }))
  const missing = weighed.filter(({ weights }) => weights === 'incomplete').map(({ row }) => row)
  if (missing.length > 0) return { ok: false, code: 'not_weighed', boxes: missing }
  const absent = packUnplanned(tx, wave, orderIds, todayAt(tx, wave.fcId, now))
  if (absent.size > 0)
    return { ok: false, code: 'not_on_books', boxes: boxes.filter(({ orderId }) => absent.has(orderId)) }
  tx.update(packingWaveOrders)
    .set({ packedAt: now, packedBy: userId })
    .where(and(rowsOf(wave, boxes), isNull(packingWaveOrders.packedAt)))
    .run()
  packPlannedLots(tx, wave.id, orderIds)
  for (const { row, weights } of weighed)
    if (weights !== 'incomplete' && weights.size > 0) {
      const { order } = settleWeights(tx, orderById(tx, row.orderId), weights, now)
      setSlipVersion(tx, wave, order)
    }
  return null
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
