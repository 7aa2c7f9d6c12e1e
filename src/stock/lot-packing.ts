import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db, DurableTx, Tx } from '#db/client.ts'
import { boxLots, lots, offers, orders } from '#db/schema/index.ts'
import type { Day } from '../day.ts'
import { arrivalIfShipped, type LotProblem, lotProblem } from './lot-rules.ts'
import { lotById } from './lots.ts'

/** A line of a box in a wave. */
export type BoxLine = { waveId: number; orderId: number; offerId: number }

type BoxLot = typeof boxLots.$inferSelect

export type PackResult = { ok: true } | { ok: false; reason: LotProblem | 'none_left' | 'other_offer' }

/**
 * Packs units of the lot on the scanned pack, or of none. A lot other than the planned one is as good, if it may go
 * into this box.
 */
export function packFromLot(
  tx: DurableTx,
  line: BoxLine,
  lotId: number | null,
  units: number,
  today: Day,
): PackResult {
  if (lotId === null) return packWithoutLot(tx, line, units)
  const problem = lotProblemForBox(tx, lotId, line.orderId, today)
  if (problem) return { ok: false, reason: problem }
  const lot = lotById(tx, lotId)
  if (!lot || lot.offerId !== line.offerId) return { ok: false, reason: 'other_offer' }
  if (lot.unitsLeft - lot.withdrawn < units) return { ok: false, reason: 'none_left' }
  for (let unit = 0; unit < units; unit++) packOne(tx, line, lotId, today)
  return { ok: true }
}

/** What is wrong with a lot for a box that would ship today. */
export function lotProblemForBox(db: Db, lotId: number, orderId: number, today: Day): LotProblem | null {
  const found = db
    .select({ lot: lots, minDaysAtHome: offers.minDaysAtHome })
    .from(lots)
    .innerJoin(offers, eq(offers.id, lots.offerId))
    .where(eq(lots.id, lotId))
    .get()
  const order = db.select().from(orders).where(eq(orders.id, orderId)).get()
  if (!found || !order) return null
  const box = { arrivalOn: arrivalIfShipped(order, today), deliveryState: order.deliveryState }
  return lotProblem({ ...found.lot, minDaysAtHome: found.minDaysAtHome }, box)
}

export type BadLot = { orderId: number; offerId: number; code: string; problem: LotProblem; packed: number }

/** Lots that are planned for, or packed into, boxes and may not be. Asked before a box is packed or shipped. */
export function badLots(db: Db, waveId: number, orderIds: number[], today: Day): BadLot[] {
  const held = db
    .select({
      orderId: boxLots.orderId,
      offerId: boxLots.offerId,
      packed: boxLots.packed,
      lot: lots,
      minDaysAtHome: offers.minDaysAtHome,
      arrivalOn: orders.arrivalOn,
      shipOn: orders.shipOn,
      deliveryState: orders.deliveryState,
    })
    .from(boxLots)
    .innerJoin(lots, eq(lots.id, boxLots.lotId))
    .innerJoin(offers, eq(offers.id, lots.offerId))
    .innerJoin(orders, eq(orders.id, boxLots.orderId))
    .where(and(isOfBoxes(waveId, orderIds), sql`${boxLots.due} + ${boxLots.packed} > 0`))
    .all()
  return held.flatMap(({ orderId, offerId, packed, lot, minDaysAtHome, deliveryState, ...days }) => {
    const box = { arrivalOn: arrivalIfShipped(days, today), deliveryState }
    const problem = lotProblem({ ...lot, minDaysAtHome }, box)
    return problem ? [{ orderId, offerId, code: lot.code, problem, packed }] : []
  })
}

/** Packs what is still due from the planned lots, for boxes that are packed without scanning. */
export function packPlannedLots(tx: DurableTx, waveId: number, orderIds: number[]) {
  const isDue = and(isOfBoxes(waveId, orderIds), gt(boxLots.due, 0))
  tx.run(sql`
    update lots set units_left = units_left - taken.units, planned = planned - taken.units
    from (select lot_id, sum(due) as units from box_lots where ${isDue} group by lot_id) as taken
    where lots.id = taken.lot_id`)
  tx.update(boxLots)
    .set({ packed: sql`${boxLots.packed} + ${boxLots.due}`, due: 0 })
    .where(isDue)
    .run()
}

/** Plans units of a lot for a line that goes without. */
export function planUnits(tx: Tx, line: BoxLine, lotId: number, units: number) {
  changeRow(tx, rowOf(tx, line, lotId), { due: units, packed: 0 })
  takeFromLot(tx, lotId, 0, -units)
}

/** Packs units that are in no lot, beside what is planned for the line. */
export const packLoose = (tx: Tx, line: BoxLine, units: number) =>
  changeRow(tx, rowOf(tx, line, null), { due: 0, packed: units })

export const dueUnits = (db: Db, line: BoxLine): number =>
  linesRows(db, line).reduce((sum, { due }) => sum + due, 0)

/** Gives back what orders have of lots: planned units are free again, packed ones return to their lot. */
export function releaseLots(tx: Tx, orderIds: number[]) {
  const isHeld = and(isOfOrders(orderIds), sql`${boxLots.due} + ${boxLots.packed} > 0`)
  tx.run(sql`
    update lots set units_left = units_left + held.packed, planned = planned - held.due
    from (select lot_id, sum(packed) as packed, sum(due) as due from box_lots where ${isHeld} group by lot_id) as held
    where lots.id = held.lot_id`)
  tx.update(boxLots).set({ due: 0, packed: 0 }).where(isHeld).run()
}

/** Takes a packed unit out of its box again: it returns to its lot, and what was planned for it is planned again. */
export function unpackFromLot(tx: DurableTx, line: BoxLine, lotId: number | null, today: Day) {
  const rows = linesRows(tx, line)
  const packed = rows.find((row) => row.lotId === lotId && row.packed > 0) ?? rows.find(isWithoutLot)
  if (!packed) return
  changeRow(tx, packed.id, { due: 0, packed: -1 })
  if (packed.lotId !== null) takeFromLot(tx, packed.lotId, -1, 0)
  planAgain(tx, line, packed.lotId, today)
}

const isWithoutLot = ({ lotId, packed }: BoxLot) => lotId === null && packed > 0

/** From the lot that was planned before, or else from the one whose unit came back. */
function planAgain(tx: Tx, line: BoxLine, lotId: number | null, today: Day) {
  const rows = linesRows(tx, line)
  const unplanned = rows.reduce((sum, { planned, due, packed }) => sum + planned - due - packed, 0)
  if (unplanned <= 0) return
  const had = rows.filter(({ planned, due, packed }) => planned > due + packed).map((row) => row.lotId)
  const candidates = [...had.filter((each) => each === lotId), ...had, lotId]
  const chosen = candidates.find(
    (each) => each !== null && hasFreeUnit(tx, each) && !lotProblemForBox(tx, each, line.orderId, today),
  )
  if (chosen === undefined || chosen === null) return
  planUnits(tx, line, chosen, 1)
}

/** Units that could not be found on the shelf come off the plan and off their lots. @returns from which lots */
export function loseFromLot(tx: DurableTx, line: BoxLine, units: number) {
  const lost = new Map<number | null, number>()
  for (let unit = 0; unit < units; unit++) {
    const planned = dueRow(tx, line)
    const lotId = planned?.lotId ?? null
    if (planned) changeRow(tx, planned.id, { due: -1, packed: 0 })
    if (lotId !== null) takeFromLot(tx, lotId, 1, 1)
    lost.set(lotId, (lost.get(lotId) ?? 0) + 1)
  }
  return [...lost].map(([lotId, count]) => ({ lotId, units: count }))
}

const isOfOrders = (orderIds: number[]) =>
  sql`${boxLots.orderId} in (select value from json_each(${JSON.stringify(orderIds)}))`

const isOfBoxes = (waveId: number, orderIds: number[]) =>
  and(eq(boxLots.waveId, waveId), isOfOrders(orderIds))

const isOfBox = (waveId: number, orderId: number) =>
  and(eq(boxLots.waveId, waveId), eq(boxLots.orderId, orderId))

function packWithoutLot(tx: Tx, line: BoxLine, units: number): PackResult {
  for (let unit = 0; unit < units; unit++) unplanOne(tx, line)
  packLoose(tx, line, units)
  return { ok: true }
}

function packOne(tx: Tx, line: BoxLine, lotId: number, today: Day) {
  const row = rowOf(tx, line, lotId)
  const isPlanned = (tx.select().from(boxLots).where(eq(boxLots.id, row)).get()?.due ?? 0) > 0
  if (!isPlanned) {
    const released = unplanOne(tx, line)
    if (!hasFreeUnit(tx, lotId)) passOn(tx, line, lotId, released, today)
  }
  changeRow(tx, row, { due: isPlanned ? -1 : 0, packed: 1 })
  takeFromLot(tx, lotId, 1, isPlanned ? 1 : 0)
}

const hasFreeUnit = (db: Db, lotId: number) =>
  (db
    .select({ free: sql<number>`${lots.unitsLeft} - ${lots.planned} - ${lots.withdrawn}` })
    .from(lots)
    .where(eq(lots.id, lotId))
    .get()?.free ?? 0) > 0

/** Another box was to have this unit: it gets the one that this box was to have, if it may. */
function passOn(tx: Tx, { offerId }: BoxLine, lotId: number, released: number | null, today: Day) {
  const other = tx
    .select()
    .from(boxLots)
    .where(and(eq(boxLots.lotId, lotId), gt(boxLots.due, 0)))
    .get()
  if (!other) throw new Error(`lot ${lotId} has no unit that is not withdrawn`)
  changeRow(tx, other.id, { due: -1, packed: 0 })
  takeFromLot(tx, lotId, 0, 1)
  if (released === null || lotProblemForBox(tx, released, other.orderId, today)) return
  planUnits(tx, { ...other, offerId }, released, 1)
}

/** Frees one planned unit of the line. @returns its lot */
function unplanOne(tx: Tx, line: BoxLine): number | null {
  const planned = dueRow(tx, line)
  if (!planned || planned.lotId === null) return null
  changeRow(tx, planned.id, { due: -1, packed: 0 })
  takeFromLot(tx, planned.lotId, 0, 1)
  return planned.lotId
}

const linesRows = (db: Db, { waveId, orderId, offerId }: BoxLine): BoxLot[] =>
  db
    .select()
    .from(boxLots)
    .where(and(isOfBox(waveId, orderId), eq(boxLots.offerId, offerId)))
    .all()

const dueRow = (db: Db, { waveId, orderId, offerId }: BoxLine) =>
  db
    .select()
    .from(boxLots)
    .where(and(isOfBox(waveId, orderId), eq(boxLots.offerId, offerId), gt(boxLots.due, 0)))
    .get()

/** The row of a box's line and lot, made if it is missing. */
function rowOf(tx: Tx, { waveId, orderId, offerId }: BoxLine, lotId: number | null): number {
  const isLot = lotId === null ? sql`${boxLots.lotId} is null` : eq(boxLots.lotId, lotId)
  const found = tx
    .select({ id: boxLots.id })
    .from(boxLots)
    .where(and(isOfBox(waveId, orderId), eq(boxLots.offerId, offerId), isLot))
    .get()
  if (found) return found.id
  const row = { waveId, orderId, offerId, lotId }
  return tx.insert(boxLots).values(row).returning({ id: boxLots.id }).get().id
}

const changeRow = (tx: Tx, id: number, { due, packed }: { due: number; packed: number }) =>
  void tx
    .update(boxLots)
    .set({ due: sql`${boxLots.due} + ${due}`, packed: sql`${boxLots.packed} + ${packed}` })
    .where(eq(boxLots.id, id))
    .run()

const takeFromLot = (tx: Tx, lotId: number, left: number, planned: number) =>
  void tx
    .update(lots)
    .set({ unitsLeft: sql`${lots.unitsLeft} - ${left}`, planned: sql`${lots.planned} - ${planned}` })
    .where(eq(lots.id, lotId))
    .run()
