import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import type { Day } from '../day.ts'
import { planPackaging } from '../shipping/packaging.ts'

type Planned = { id: number; grams: number; shipOn: Day; arrivalOn: Day }

const gramsIn = (lines: SQL) => sql`(
  select coalesce(sum((value ->> 'quantity') * (value ->> 'unit_grams')), 0) from json_each(${lines}))`

/** Plans boxes whose lines were just read ahead of the wave. Named, so that SQLite looks at no other box of the export. */
export function planPackagingAhead(tx: Tx, exportId: number, orderIds: number[]) {
  const areRead = sql`job_id = ${exportId}
    and order_id in (select value from json_each(${JSON.stringify(orderIds)}))`
  const rows = tx.all<Planned>(sql`
    select orders.id, orders.ship_on as "shipOn", orders.arrival_on as "arrivalOn", ${gramsIn(sql`lines`)} as grams
    from wave_job_orders inner join orders on orders.id = order_id
    where ${areRead}`)
  keep(tx, sql`wave_job_orders`, areRead, rows)
}

/** Plans what was not planned ahead. In an export that is only what changed meanwhile. */
export function planPackagingOfWave(tx: Tx, waveId: number) {
  const rows = tx.all<Planned>(sql`
    select order_id as id, box ->> 'ship_on' as "shipOn", box ->> 'arrival_date' as "arrivalOn",
      ${gramsIn(sql`box, '$.lines'`)} as grams
    from packing_wave_orders where wave_id = ${waveId} and box_size is null and box is not null`)
  keep(tx, sql`packing_wave_orders`, sql`+wave_id = ${waveId}`, rows)
}

/** The + keeps SQLite from going through all plans for each box of the wave. */
function keep(tx: Tx, table: SQL, owner: SQL, rows: Planned[]) {
  if (rows.length === 0) return
  const plans = rows.map((row) => ({ id: row.id, ...planPackaging(row) }))
  tx.run(sql`
    update ${table} set box_size = plan.value ->> 'boxSize', dry_ice_grams = plan.value ->> 'dryIceGrams'
    from json_each(${JSON.stringify(plans)}) plan
    where ${owner} and order_id = plan.value ->> 'id'`)
}
