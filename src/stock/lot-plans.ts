import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db, DurableTx } from '#db/client.ts'
import { type Lot, lots, offers } from '#db/schema/index.ts'
import type { Day } from '../day.ts'
import { arrivalIfShipped, lotProblem } from './lot-rules.ts'

type FreeLot = Lot & { minDaysAtHome: number; free: number }
type BoxLine = {
  orderId: number
  offerId: number
  quantity: number
  arrivalOn: Day | null
  shipOn: Day | null
  deliveryState: string | null
}
type Allocation = { orderId: number; offerId: number; lotId: number; units: number }

/** Gives each line of a new wave units of lots, first expired first. Lines without a lot are packed from other stock. */
export function planLots(tx: DurableTx, wave: { id: number; fcId: number }, today: Day) {
  const lines = linesOfWave(tx, wave.id)
  const allocations = allocate(lines, freeLots(tx, wave.fcId), today)
  takeUnits(tx, wave, allocations)
  keepUnplanned(tx, wave, lines, allocations)
}

function takeUnits(tx: DurableTx, wave: { id: number }, allocations: Allocation[]) {
  if (allocations.length === 0) return
  const rows = JSON.stringify(allocations.map((one) => [one.orderId, one.offerId, one.lotId, one.units]))
  tx.run(sql`
    insert into box_lots (wave_id, order_id, offer_id, lot_id, planned, due)
    select ${wave.id}, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 3 from json_each(${rows})`)
  tx.run(sql`
    update lots set planned = planned + taken.units
    from (select value ->> 2 as lot_id, sum(value ->> 3) as units from json_each(${rows}) group by 1) as taken
    where lots.id = taken.lot_id`)
}

/** Found again by `lotGaps`, which then need not read every box. */
function keepUnplanned(tx: DurableTx, wave: { id: number }, lines: BoxLine[], allocations: Allocation[]) {
  const planned = new Map<string, number>()
  for (const one of allocations) planned.set(keyOf(one), (planned.get(keyOf(one)) ?? 0) + one.units)
  const short = lines.filter((line) => (planned.get(keyOf(line)) ?? 0) < line.quantity)
  const rows = JSON.stringify(short.map(({ orderId, offerId }) => [orderId, offerId]))
  tx.run(sql`
    insert into unplanned_lines (wave_id, order_id, offer_id)
    select ${wave.id}, value ->> 0, value ->> 1 from json_each(${rows})`)
}

const keyOf = ({ orderId, offerId }: { orderId: number; offerId: number }) => `${orderId} ${offerId}`

/** By offer, first expired first. */
function freeLots(db: Db, fcId: number): Map<number, FreeLot[]> {
  const free = new Map<number, FreeLot[]>()
  const rows = db
    .select({ lot: lots, minDaysAtHome: offers.minDaysAtHome })
    .from(lots)
    .innerJoin(offers, eq(offers.id, lots.offerId))
    .where(
      and(
        eq(lots.fcId, fcId),
        sql`${lots.state} = 'open' and ${lots.unitsLeft} > ${lots.planned} + ${lots.withdrawn}`,
      ),
    )
    .orderBy(asc(lots.bestBy), asc(lots.id))
    .all()
  for (const { lot, minDaysAtHome } of rows) {
    const ofOffer = free.get(lot.offerId) ?? []
    if (ofOffer.length === 0) free.set(lot.offerId, ofOffer)
    ofOffer.push({ ...lot, minDaysAtHome, free: lot.unitsLeft - lot.planned - lot.withdrawn })
  }
  return free
}

/** In packing order. */
const linesOfWave = (db: Db, waveId: number): BoxLine[] =>
  db.all<BoxLine>(sql`
    select orders.id as orderId, offers.id as offerId, line.value ->> 'quantity' as quantity,
      orders.arrival_on as arrivalOn, orders.ship_on as shipOn, orders.delivery_state as deliveryState
    from packing_wave_orders
    inner join orders on orders.id = packing_wave_orders.order_id,
      json_each(packing_wave_orders.box, '$.lines') as line
    inner join offers on offers.token = line.value ->> 'bid_item_token'
    where packing_wave_orders.wave_id = ${waveId}
    order by packing_wave_orders.position`)

function allocate(lines: BoxLine[], free: Map<number, FreeLot[]>, today: Day): Allocation[] {
  const chosen = lines.flatMap((line) => {
    const sellable = sellableLots(free.get(line.offerId) ?? [], line, today)
    return sellable.length > 0 ? [{ line, sellable }] : []
  })
  // Boxes with fewer lots to choose from choose first: others must not take what only these may have.
  chosen.sort((a, b) => a.sellable.length - b.sellable.length)
  return chosen.flatMap(({ line, sellable }) => take(line, sellable))
}

function sellableLots(ofOffer: FreeLot[], line: BoxLine, today: Day): FreeLot[] {
  const box = { arrivalOn: arrivalIfShipped(line, today), deliveryState: line.deliveryState }
  return ofOffer.filter((lot) => lotProblem(lot, box) === null)
}

function take({ orderId, offerId, quantity }: BoxLine, sellable: FreeLot[]): Allocation[] {
  const taken: Allocation[] = []
  let wanted = quantity
  for (const lot of sellable) {
    const units = Math.min(wanted, lot.free)
    if (units === 0) continue
    lot.free -= units
    wanted -= units
    taken.push({ orderId, offerId, lotId: lot.id, units })
  }
  return taken
}
