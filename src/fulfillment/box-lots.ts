import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { LineLot, WaveBox, WaveLine } from '#db/schema/index.ts'

export type Boxed = { orderId: number; box: WaveBox | null }
export type LinesOfBox = { orderId: number; lines: WaveLine[] }

/** Boxes with the lots that their wave planned for each line, so that slips and files name them. */
export const withLots = <Row extends Boxed>(db: Db, waveId: number, rows: Row[]): Row[] =>
  withUnits(db, waveId, rows, sql`box_lots.planned`)

/** With the lots that are in each box or still due, for boxes that lacked something. */
export const withLotsNow = <Row extends Boxed>(db: Db, waveId: number, rows: Row[]): Row[] =>
  withUnits(db, waveId, rows, sql`(box_lots.due + box_lots.packed)`)

/** With the lots that nobody has packed yet. */
export function withLotsDue<Row extends LinesOfBox>(db: Db, waveId: number, rows: Row[]): Row[] {
  const orderIds = rows.map(({ orderId }) => orderId)
  const lots = lotsOfBoxes(db, waveId, orderIds, sql`box_lots.due`)
  return rows.map((row) => ({ ...row, lines: linesWithLots(row.lines, lots.get(row.orderId)) }))
}

function withUnits<Row extends Boxed>(db: Db, waveId: number, rows: Row[], units: SQL): Row[] {
  if (rows.length === 0) return rows
  const orderIds = rows.map(({ orderId }) => orderId)
  const lots = lotsOfBoxes(db, waveId, orderIds, units)
  return rows.map((row) => ({ ...row, box: row.box && boxWithLots(row.box, lots.get(row.orderId)) }))
}

type ByOffer = Map<string, LineLot[]>

const boxWithLots = (box: WaveBox, lotsOf: ByOffer | undefined): WaveBox => ({
  ...box,
  lines: linesWithLots(box.lines, lotsOf),
})

const linesWithLots = (lines: WaveLine[], lotsOf: ByOffer | undefined): WaveLine[] =>
  lines.map((line) => ({ ...line, lots: lotsOf?.get(line.bid_item_token) ?? [] }))

type LotRow = [
  number,
  string,
  string,
  LineLot['harvest_date'],
  LineLot['pack_date'],
  LineLot['best_by'],
  number,
]

/** As arrays, which cost less than objects for the many lots of a long wave. */
function lotsOfBoxes(db: Db, waveId: number, orderIds: number[], units: SQL): Map<number, ByOffer> {
  const rows = db.values<LotRow>(sql`
    select box_lots.order_id, offers.token, lots.code, lots.harvested_on, lots.packed_on, lots.best_by, ${units}
    from box_lots
    inner join lots on lots.id = box_lots.lot_id
    inner join offers on offers.id = box_lots.offer_id
    where +box_lots.wave_id = ${waveId} and ${units} > 0
      and box_lots.order_id in (select value from json_each(${JSON.stringify(orderIds)}))
    order by lots.best_by, lots.id`)
  const byOrder = new Map<number, ByOffer>()
  for (const [orderId, token, lot, harvest_date, pack_date, best_by, quantity] of rows) {
    const byOffer = byOrder.get(orderId) ?? new Map<string, LineLot[]>()
    byOrder.set(orderId, byOffer)
    const lots = byOffer.get(token) ?? []
    byOffer.set(token, lots)
    lots.push({ lot, harvest_date, pack_date, best_by, quantity })
  }
  return byOrder
}
