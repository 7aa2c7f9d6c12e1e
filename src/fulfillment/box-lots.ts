import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { LineLot, WaveBox } from '#db/schema/index.ts'

type Boxed = { orderId: number; box: WaveBox | null }

/** Boxes with the lots that their wave planned for each line, so that slips and files name them. */
export function withLots<Row extends Boxed>(db: Db, waveId: number, rows: Row[]): Row[] {
  const planned = plannedLots(
    db,
    waveId,
    rows.map(({ orderId }) => orderId),
  )
  return rows.map((row) => ({ ...row, box: row.box && boxWithLots(row.box, planned.get(row.orderId)) }))
}

type ByOffer = Map<string, LineLot[]>

const boxWithLots = (box: WaveBox, lotsOf: ByOffer | undefined): WaveBox => ({
  ...box,
  lines: box.lines.map((line) => ({ ...line, lots: lotsOf?.get(line.bid_item_token) ?? [] })),
})

function plannedLots(db: Db, waveId: number, orderIds: number[]): Map<number, ByOffer> {
  const rows = db.all<LineLot & { orderId: number; token: string }>(sql`
    select box_lots.order_id as orderId, offers.token, lots.code as lot, lots.harvested_on as harvest_date,
      lots.packed_on as pack_date, lots.best_by, box_lots.planned as quantity
    from box_lots
    inner join lots on lots.id = box_lots.lot_id
    inner join offers on offers.id = box_lots.offer_id
    where +box_lots.wave_id = ${waveId} and box_lots.planned > 0
      and box_lots.order_id in (select value from json_each(${JSON.stringify(orderIds)}))
    order by lots.best_by, lots.id`)
  const byOrder = new Map<number, ByOffer>()
  for (const { orderId, token, ...lot } of rows) {
    const byOffer = byOrder.get(orderId) ?? new Map<string, LineLot[]>()
    byOrder.set(orderId, byOffer)
    byOffer.set(token, [...(byOffer.get(token) ?? []), lot])
  }
  return byOrder
}
