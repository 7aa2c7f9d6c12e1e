import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { WaveBoxRow } from './wave-boxes.ts'

/**
 * Codes of recalled lots that a box was to have, or has by the labels scanned into it. The recall freed its lots, so
 * only the recall's list still says that it had some.
 */
export function recalledInBox(db: Db, waveId: number, { orderId, state }: WaveBoxRow): string[] {
  if (state !== 'stopped' && state !== 'removed') return []
  const rows = db.all<{ code: string }>(sql`
    select distinct lots.code from recall_orders
    inner join recall_lots on recall_lots.recall_id = recall_orders.recall_id
    inner join lots on lots.id = recall_lots.lot_id
    where recall_orders.order_id = ${orderId} and (exists (
      select 1 from box_lots planned where planned.wave_id = ${waveId} and planned.order_id = ${orderId}
        and planned.lot_id = lots.id
    ) or exists (
      select 1 from packed_packages pack where pack.wave_id = ${waveId} and pack.order_id = ${orderId}
        and pack.offer_id = lots.offer_id and upper(pack.lot) = upper(lots.code)))
    order by lots.code`)
  return rows.map(({ code }) => code)
}
